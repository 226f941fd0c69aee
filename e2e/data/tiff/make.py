"""Writes bilevel.tif and colours.tif from the pages in ../ocr: each page is compressed in another way, as scanners and faxes do.

    pip install pillow && apt-get install libtiff-tools && python make.py
"""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent


def page(name: str) -> Image.Image:
    return Image.open(HERE.parent / f"ocr/{name}.png").convert("L")


def ink(image: Image.Image) -> Image.Image:
    return image.point(lambda value: 255 if value > 150 else 0).convert("1")


def main() -> None:
    lease, columns, receipt = page("lease"), page("columns"), page("receipt")
    with tempfile.TemporaryDirectory() as scratch:
        at = Path(scratch)

        def copy(*arguments: str) -> None:
            subprocess.run(["tiffcp", *arguments], check=True, cwd=at)

        ink(lease).save(at / "l.tif", compression="group4", dpi=(200, 200))
        copy("-c", "g4", "-r", "24", "-f", "lsb2msb", "l.tif", "1.tif")
        ink(columns).save(at / "c.tif", compression="group4")
        copy("-c", "g3:2d:fill", "c.tif", "2.tif")
        # A fax: pixels are twice as high as wide.
        flat = receipt.resize((receipt.width, receipt.height // 2))
        ink(flat).save(at / "3.tif", compression="group3", dpi=(204, 98))
        copy("1.tif", "2.tif", "3.tif", str(HERE / "bilevel.tif"))

        ink(lease).convert("RGB").save(at / "r.tif")
        copy("-c", "lzw:2", "-r", "1", "r.tif", "1.tif")
        receipt.convert("RGBA").save(at / "2.tif", compression="tiff_adobe_deflate")
        ink(columns).convert("L").save(at / "g.tif")
        copy("-c", "packbits", "-r", "10", "g.tif", "3.tif")
        lease.convert("RGB").save(at / "j.tif")
        copy("-c", "jpeg:60", "-r", "16", "j.tif", "4.tif")
        lease.convert("P").save(at / "5.tif", compression="tiff_lzw")
        copy("-B", *[f"{i}.tif" for i in range(1, 6)], str(HERE / "colours.tif"))


if __name__ == "__main__":
    main()
