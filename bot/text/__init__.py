"""Every sentence that people read: one class a language, and the code that fills it in."""
