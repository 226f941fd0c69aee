"""Writes small pages and how the package reads them, for the tests: e2e/data/ocr/*.png and ocr/reference.json.

    pip install rapidocr==3.10.0 onnxruntime==1.23.2 && python reference.py

Fonts: Liberation (fonts-liberation of Debian). The pages are turned, blurred and noisy like scans.
"""

import json
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from rapidocr import RapidOCR

ROOT = Path(__file__).parents[2]
FONT = "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"
LEASE = [
    "The Tenant may keep one cat; dogs need the Landlord's",
    "written consent. The rent of $1,450.00 is due on the 1st.",
    "Die Kündigungsfrist beträgt drei Monate; Größere",
    "Schäden sind zu melden. Übergabe: 28.02.2027, § 4.",
]
# No letter of this script is known to the network, but many look like Latin ones.
RUSSIAN = [
    "Все люди рождаются свободными и равными в своем",
    "достоинстве и правах. Они наделены разумом и совестью",
    "и должны поступать в отношении друг друга в духе братства.",
]
RECEIPT = [("Item", "Qty", "Price"), ("Oat milk", "2", "3.98"), ("Rye bread", "1", "2.45"), ("", "Total", "6.43")]
LEFT = ["Water and heating are", "part of the rent, and", "power and internet are", "paid by the tenant."]
RIGHT = ["Either party may end", "the contract with three", "months of notice, which", "is given in writing."]


def page(width: int, height: int, items: list[tuple[int, int, str]], angle: float, seed: int) -> np.ndarray:
    image = Image.new("L", (width, height), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(FONT, 22)
    for x, y, text in items:
        draw.text((x, y), text, font=font, fill=20)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    pixels = cv2.warpAffine(np.array(image), turn, (width, height), borderValue=255)
    noise = np.random.RandomState(seed).randn(height, width) * 4
    blurred = cv2.GaussianBlur(pixels, (0, 0), 0.6) * 0.95 + noise
    # Few greys: a smaller file.
    return (np.clip(blurred, 0, 255) // 16 * 17).astype(np.uint8)


def main() -> None:
    columns = [(30, 30 + 32 * i, text) for i, text in enumerate(LEFT)]
    columns += [(340, 34 + 32 * i, text) for i, text in enumerate(RIGHT)]
    cells = [((30, 260, 400)[j], 30 + 34 * i, text) for i, row in enumerate(RECEIPT) for j, text in enumerate(row)]
    pages = {
        "lease": page(640, 210, [(30, 40 + 34 * i, text) for i, text in enumerate(LEASE)], 1.5, 1),
        "receipt": page(520, 190, cells, -1, 2),
        "columns": page(620, 190, columns, 0, 3),
        "turned": cv2.rotate(page(640, 210, [(30, 40 + 34 * i, text) for i, text in enumerate(LEASE)], 0.5, 4), cv2.ROTATE_180),
    }
    russian = page(640, 170, [(30, 40 + 34 * i, text) for i, text in enumerate(RUSSIAN)], 0.5, 5)
    engine = RapidOCR(params={"Global.log_level": "error"})
    reference = {}
    folder = ROOT / "e2e/data/ocr"
    folder.mkdir(parents=True, exist_ok=True)
    Image.fromarray(russian).save(folder / "russian.png", optimize=True)
    for name, pixels in pages.items():
        Image.fromarray(pixels).save(folder / f"{name}.png", optimize=True)
        result = engine(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR))
        lines = zip(result.txts, result.boxes, strict=True)
        reference[name] = [{"text": text, "box": np.rint(box).astype(int).tolist()} for text, box in lines]
    target = ROOT / "src/runtimes/transformers/ocr/reference.json"
    target.write_text(json.dumps(reference, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
