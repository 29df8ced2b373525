"""Units of work: what is read and written, once for all storage engines.

A unit is a function of a connection, and about one server. It begins with nobody else writing that
server's data, and happens completely or not at all."""
