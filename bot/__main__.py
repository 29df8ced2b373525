"""`python -m bot` is the same program as `duelhost`."""

from bot.program import main

if __name__ == "__main__":
    main()
