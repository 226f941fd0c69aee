"""The words the model knows, and how a number is spoken with them."""

DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
WORDS = DIGITS + TEENS + TENS + ["hundred", "thousand", "point"]


def spoken_number(n: int) -> list[str]:
    """Words of a whole number from 0 to 999 999, American style: 342 is three hundred forty two."""
    if n < 20:
        return [(DIGITS + TEENS)[n]]
    if n < 100:
        return [TENS[n // 10 - 2]] + ([DIGITS[n % 10]] if n % 10 else [])
    if n < 1000:
        return [DIGITS[n // 100], "hundred"] + (spoken_number(n % 100) if n % 100 else [])
    return spoken_number(n // 1000) + ["thousand"] + (spoken_number(n % 1000) if n % 1000 else [])
