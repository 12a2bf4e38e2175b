"""`python -m nous` is the command line."""

from nous.cli import main

if __name__ == "__main__":
    main()
