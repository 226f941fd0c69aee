"""Writes 60 pages of text with known words, and how the package of the model reads them: FOLDER/NAME.png or .jpg, pages.json.

    python make_pages.py FOLDER [--without-package]

Ten languages in three scripts, six pages each: clean prose, a scan, a photograph, a receipt, a table and two columns; and pages in
scripts that the model does not know. Texts: the Universal Declaration of Human Rights (`data/ocr-texts.json`). Fonts: Debian's
fonts-liberation, fonts-noto-core and fonts-noto-cjk. Seeds are fixed: two runs write the same pixels.
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

TEXTS = json.loads((Path(__file__).parent.parent / "data/ocr-texts.json").read_text())
LANGUAGES = ["en", "de", "fr", "es", "pl", "cs", "tr", "zh-Hans", "zh-Hant", "ja"]
UNKNOWN = ["el", "ru", "ko", "ar"]
LIBERATION = "/usr/share/fonts/truetype/liberation/Liberation{}-Regular.ttf"
CJK = "/usr/share/fonts/opentype/noto/Noto{}CJK-Regular.ttc"
# Index of a language in the collections of Noto CJK.
FACES = {"ja": 0, "ko": 1, "zh-Hans": 2, "zh-Hant": 3}
# A4 at 150 dots per inch.
WIDTH, HEIGHT, MARGIN = 1240, 1754, 110


def font_of(language: str, style: str, size: int) -> ImageFont.FreeTypeFont:
    if language == "ar":
        return ImageFont.truetype("/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf", size)
    if language in FACES:
        return ImageFont.truetype(CJK.format("Serif" if style == "Serif" else "Sans"), size, index=FACES[language])
    return ImageFont.truetype(LIBERATION.format(style), size)


def wrap(text: str, font: ImageFont.FreeTypeFont, width: int, by_character: bool) -> list[str]:
    parts = list(text) if by_character else text.split(" ")
    glue = "" if by_character else " "
    lines, line = [], ""
    for part in parts:
        longer = line + glue + part if line else part
        # No line begins with a point or a comma.
        if line and font.getlength(longer) > width and part not in "，。、；：）」,.;:)":
            lines.append(line)
            line = part
        else:
            line = longer
    return [*lines, line]


class Page:
    """A white page that is written from top to bottom; `blocks`: what was written, in reading order."""

    def __init__(self, language: str, width: int, height: int) -> None:
        self.language = language
        self.image = Image.new("L", (width, height), 255)
        self.draw = ImageDraw.Draw(self.image)
        self.blocks: list[str] = []

    def prose(self, paragraphs: list[str], style: str, size: int, left: int, top: int, width: int, bottom: int) -> int:
        """Writes whole lines until `bottom`; returns how many paragraphs were begun."""
        y = top
        for i, paragraph in enumerate(paragraphs):
            is_title = paragraph.startswith("# ")
            font = font_of(self.language, style, round(size * 1.3) if is_title else size)
            lines = wrap(paragraph.removeprefix("# "), font, width, self.language in ("zh-Hans", "zh-Hant", "ja"))
            step = round(font.size * 1.4)
            written = lines[: max(0, (bottom - y) // step)]
            for line in written:
                x = left + width - font.getlength(line) if self.language == "ar" else left
                self.draw.text((x, y), line, font=font, fill=20)
                y += step
            glue = "" if self.language in ("zh-Hans", "zh-Hant", "ja") else " "
            if written:
                self.blocks.append(glue.join(written))
            if len(written) < len(lines):
                return i
            y += round(size * 0.6)
        return len(paragraphs)


def clean(language: str, rng: np.random.Generator, skip: int = 0) -> Page:
    page = Page(language, WIDTH, HEIGHT)
    style, size = str(rng.choice(["Sans", "Serif"])), int(rng.integers(22, 28))
    page.prose(TEXTS[language][skip:], style, size, MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - MARGIN)
    return page


def columns(language: str, rng: np.random.Generator) -> Page:
    page = Page(language, WIDTH, HEIGHT)
    paragraphs = TEXTS[language]
    page.prose(paragraphs[:1], "Serif", 30, MARGIN, MARGIN - 30, WIDTH - 2 * MARGIN, HEIGHT)
    gap = int(rng.integers(36, 70))
    width = (WIDTH - 2 * MARGIN - gap) // 2
    middle, top = int(rng.integers(900, 1500)), MARGIN + 60
    next_one = 1 + page.prose(paragraphs[1:], "Serif", 21, MARGIN, top, width, middle)
    page.prose(paragraphs[next_one:], "Serif", 21, MARGIN + width + gap, top, width, middle)
    return page


def words_of(language: str, rng: np.random.Generator) -> str:
    """Some words of the language that follow one another: the name of a thing."""
    paragraph = max(TEXTS[language][3:12], key=len)
    if language in ("zh-Hans", "zh-Hant", "ja"):
        part = "".join(c for c in paragraph if c not in "，。、；：,.;: ")
        start = int(rng.integers(0, len(part) - 6))
        return part[start : start + int(rng.integers(2, 6))]
    words = [w.strip(",.;:") for w in paragraph.split() if len(w) > 2]
    start = int(rng.integers(0, len(words) - 3))
    return " ".join(words[start : start + int(rng.integers(1, 4))])


def cut(text: str, font: ImageFont.FreeTypeFont, width: int) -> str:
    while font.getlength(text) > width:
        text = text[:-1].strip()
    return text


def receipt(language: str, rng: np.random.Generator) -> Page:
    page = Page(language, 620, 1100)
    font = font_of(language, "Mono", 25)
    y = 50

    def row(name: str, price: str) -> None:
        nonlocal y
        page.draw.text((40, y), name, font=font, fill=40)
        page.draw.text((580 - font.getlength(price), y), price, font=font, fill=40)
        page.blocks.append(f"{name} {price}".strip())
        y += 38

    row(words_of(language, rng), "")
    row(f"2027-0{rng.integers(1, 9)}-{rng.integers(10, 28)} {rng.integers(10, 20)}:{rng.integers(10, 59)}", "")
    y += 20
    prices = [int(p) for p in rng.integers(89, 4999, int(rng.integers(9, 16)))]
    for price in prices:
        row(cut(words_of(language, rng), font, 390), f"{price / 100:.2f}")
    y += 20
    row("TOTAL", f"{sum(prices) / 100:.2f}")
    return page


def table(language: str, rng: np.random.Generator) -> Page:
    page = Page(language, WIDTH, 900)
    font = font_of(language, "Sans", 24)
    xs, step, has_lines = [90, 480, 700, 940, 1150], 52, bool(rng.integers(0, 2))
    rows = [[words_of(language, rng), "2025", "2026", "2027"]]
    rows += [[words_of(language, rng), *[f"{n:,}" for n in rng.integers(10, 99_999, 3)]] for _ in range(12)]
    for i, cells in enumerate(rows):
        y = 90 + i * step
        cells[0] = cut(cells[0], font, 370)
        for left, cell in zip(xs, cells, strict=False):
            page.draw.text((left + 12, y + 10), cell, font=font, fill=20)
        page.blocks.append(" ".join(cells))
        if has_lines:
            page.draw.line((xs[0], y, xs[-1], y), fill=90, width=2)
    if has_lines:
        for x in xs:
            page.draw.line((x, 90, x, 90 + 13 * step), fill=90, width=2)
    return page


def scan(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Turned by up to 5°, blurred, noisy."""
    height, width = pixels.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-5, 5)), 0.95)
    pixels = cv2.warpAffine(pixels, turn, (width, height), borderValue=255)
    pixels = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.6, 1.2)))
    return np.clip(pixels * 0.93 + rng.normal(0, 10, pixels.shape), 0, 255).astype(np.uint8)


def photograph(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Seen from aside on a dark table, with a shade across it."""
    height, width = pixels.shape
    frame = (round(width * 1.15), round(height * 1.15))
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    moved = corners + np.float32([width * 0.075, height * 0.075]) + rng.uniform(-0.05, 0.05, (4, 2)) * [width, height]
    lens = cv2.getPerspectiveTransform(corners, np.float32(moved))
    pixels = cv2.warpPerspective(pixels, lens, frame, flags=cv2.INTER_AREA, borderValue=70)
    ramp = np.linspace(1, float(rng.uniform(0.45, 0.7)), frame[0])[None, :]
    shadow = np.ones((frame[1], frame[0]))
    cv2.fillConvexPoly(shadow, np.int32(rng.uniform(0, 1, (3, 2)) * frame), 0.75)
    pixels = pixels * ramp * cv2.GaussianBlur(shadow, (0, 0), 25)
    pixels = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(0.5, 1.0)))
    return np.clip(pixels + rng.normal(0, 5, pixels.shape), 0, 255).astype(np.uint8)


def make(folder: Path) -> list[dict]:
    pages = []

    def add(language: str, kind: str, page: Page, pixels: np.ndarray, quality: int | None) -> None:
        name = f"{language}-{kind}." + ("png" if quality is None else "jpg")
        options = [] if quality is None else [cv2.IMWRITE_JPEG_QUALITY, quality]
        cv2.imwrite(str(folder / name), pixels, options)
        pages.append({"name": name, "language": language, "kind": kind, "text": "\n".join(page.blocks)})

    for seed, language in enumerate([*LANGUAGES, *UNKNOWN]):
        rng = np.random.default_rng(seed)
        if language in UNKNOWN:
            page = clean(language, rng)
            add(language, "unknown", page, np.array(page.image), None)
            continue
        for kind, write in (("clean", clean), ("columns", columns), ("table", table)):
            page = write(language, rng)
            add(language, kind, page, np.array(page.image), None)
        page = clean(language, rng, 6)
        add(language, "scan", page, scan(np.array(page.image), rng), 40)
        page = clean(language, rng, 3)
        add(language, "photo", page, photograph(np.array(page.image), rng), 75)
        page = receipt(language, rng)
        turned = scan if seed % 2 else photograph
        add(language, "receipt", page, turned(np.array(page.image), rng), 60)
    return pages


def read_with_package(folder: Path, pages: list[dict]) -> None:
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "error"})
    engine(str(folder / pages[0]["name"]))
    for page in pages:
        began, cpu = time.perf_counter(), time.process_time()
        # Without its test of each line's direction, which takes a seventh of upright lines for turned ones.
        result = engine(str(folder / page["name"]), use_cls=False)
        page["package"] = {
            "text": "\n".join(result.txts or ()),
            "seconds": time.perf_counter() - began,
            "cpu": time.process_time() - cpu,
        }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without-package", action="store_true")
    args = parser.parse_args()
    pages = make(args.folder)
    if not args.without_package:
        read_with_package(args.folder, pages)
    (args.folder / "pages.json").write_text(json.dumps(pages, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
