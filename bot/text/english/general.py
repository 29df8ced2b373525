"""Words that every other text may need."""


class General:
    OR = "or"
    AND = "and"
    MORE = "…"
    NONE = "none"
    EVEN_OR_ODD = ("even", "odd")
