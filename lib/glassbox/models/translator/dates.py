"""The task: a date in one of six formats, Chinese or English, to year-month-day.

>>> write_date(datetime.date(2026, 11, 21), "day month year")
'21 Nov 2026'
"""

import calendar
import datetime

import numpy as np

FIRST_DAY = datetime.date(1950, 1, 1)
LAST_DAY = datetime.date(2099, 12, 31)
HELD_OUT = 11  # every eleventh day is kept for testing
DIGITS = "〇一二三四五六七八九"
MONTHS = tuple(calendar.month_name[month] for month in range(1, 13))
FORMATS = {
    "Chinese numerals": lambda day: (
        f"{_digit_by_digit(day.year)}年{_counted(day.month)}月{_counted(day.day)}日"
    ),
    "Chinese": lambda day: f"{day.year}年{day.month}月{day.day}日",
    "full month": lambda day: f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
    "day month year": lambda day: f"{day.day} {MONTHS[day.month - 1][:3]} {day.year}",
    "slashes": lambda day: f"{day.month}/{day.day}/{day.year}",
    "month day year": lambda day: f"{MONTHS[day.month - 1][:3]} {day.day} {day.year}",
}


def write_date(day: datetime.date, format_name: str, *, zero: str = "〇") -> str:
    """Write a day in one of the six formats that the translator learns.

    Parameters
    ----------
    day : datetime.date
        From FIRST_DAY to LAST_DAY.
    format_name : str
        A key of FORMATS.
    zero : "〇" or "零"
        How Chinese numerals write the digit 0; the other formats have no use for it.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If the day, the format or the zero is not one of these.

    Source
    ------
    Chapter: train_a_translator.

    >>> write_date(datetime.date(2005, 10, 20), "Chinese numerals", zero="零")
    '二零零五年十月二十日'
    """
    if format_name not in FORMATS:
        rule = f"format_name must be one of {', '.join(FORMATS)}"
        raise ValueError(f"{rule}; got {format_name!r}")
    if zero not in ("〇", "零"):
        raise ValueError(f"zero must be 〇 or 零; got {zero!r}")
    if not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(f"day must lie from {FIRST_DAY} to {LAST_DAY}; got {day}")
    return FORMATS[format_name](day).replace("〇", zero)


def training_days() -> list[datetime.date]:
    """List the days that the translator is trained on: ten of every eleven.

    Returns
    -------
    list of datetime.date

    Source
    ------
    Chapter: train_a_translator.

    >>> len(training_days())
    49807
    """
    return [day for day in _all_days() if day.toordinal() % HELD_OUT]


def unseen_days() -> list[datetime.date]:
    """List the days that no training step ever draws: every eleventh.

    Returns
    -------
    list of datetime.date

    Source
    ------
    Chapter: train_a_translator.

    >>> set(unseen_days()) & set(training_days())
    set()
    """
    return [day for day in _all_days() if day.toordinal() % HELD_OUT == 0]


def draw_pairs(
    days: list[datetime.date], n_pairs: int, rng: np.random.Generator
) -> list[tuple[str, str]]:
    """Draw days, and for each a format, evenly and with replacement.

    Parameters
    ----------
    days : list of datetime.date
        `training_days()` or `unseen_days()`.
    n_pairs : int
        How many.
    rng : numpy.random.Generator
        Where chance comes from: the same seed draws the same pairs.

    Returns
    -------
    list of (source, target)
        The day as it is written, and as year-month-day.

    Source
    ------
    Chapter: train_a_translator.

    >>> draw_pairs(unseen_days(), 2, np.random.default_rng(0))
    [('2045年7月20日', '2045-07-20'), ('6/28/1952', '1952-06-28')]
    """
    names = list(FORMATS)
    pairs = []
    for day, name, zero in rng.random((n_pairs, 3)):
        drawn = days[int(day * len(days))]
        source = write_date(
            drawn, names[int(name * len(names))], zero="〇" if zero < 0.5 else "零"
        )
        pairs.append((source, drawn.isoformat()))
    return pairs


def _all_days() -> list[datetime.date]:
    n_days = (LAST_DAY - FIRST_DAY).days + 1
    return [FIRST_DAY + datetime.timedelta(days=n) for n in range(n_days)]


def _digit_by_digit(number: int) -> str:
    """Write 2026 as 二〇二六."""
    return "".join(DIGITS[int(digit)] for digit in str(number))


def _counted(number: int) -> str:
    """Write a number from 1 to 31 as it is counted: 21 as 二十一."""
    tens, ones = divmod(number, 10)
    ten = {0: "", 1: "十"}.get(tens, f"{DIGITS[tens]}十")
    return ten + (DIGITS[ones] if ones else "")
