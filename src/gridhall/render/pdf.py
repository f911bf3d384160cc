"""A page of paper as a PDF file: lines, boxes and words in black, written directly because that is all it needs.

Lengths are points, 72 to the inch; x grows to the right and y down, from the page's upper left corner.
"""

SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
FONTS = ("Helvetica", "Helvetica-Bold", "Courier-Bold")
SANS, BOLD, FIXED = range(3)
FIXED_WIDTH = 0.6  # of a sign of FIXED, in its size
PLAIN = str.maketrans({"★": "*", "−": "-", "–": "-", "’": "'", "“": '"', "”": '"', "…": "..."})


class PaperPage:
    """What is drawn on one page, and the file it becomes."""

    def __init__(self, paper: str) -> None:
        self.width, self.height = SIZES[paper]
        self.drawn: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.6) -> None:
        up, down = self.height - y1, self.height - y2
        self.drawn.append(f"{thick:.2f} w {x1:.2f} {up:.2f} m {x2:.2f} {down:.2f} l S")

    def box(self, x: float, y: float, width: float, height: float, thick: float = 0.6, grey: float = -1) -> None:
        """A rectangle; with a grey from 0, black, to 1, white, it is filled."""
        shape = f"{x:.2f} {self.height - y - height:.2f} {width:.2f} {height:.2f} re"
        if grey >= 0:
            self.drawn.append(f"{grey:.2f} g {shape} f 0 g")
        if thick > 0:
            self.drawn.append(f"{thick:.2f} w {shape} S")

    def grid(self, x: float, y: float, cell: float, rows: int, columns: int) -> None:
        """A ruled grid with a thicker edge."""
        for row in range(1, rows):
            self.line(x, y + row * cell, x + columns * cell, y + row * cell, 0.4)
        for column in range(1, columns):
            self.line(x + column * cell, y, x + column * cell, y + rows * cell, 0.4)
        self.box(x, y, columns * cell, rows * cell, 1.2)

    def text(self, x: float, y: float, words: str, size: float = 9, font: int = SANS) -> None:
        """Words whose base line begins at x, y; signs that the fonts lack become `?`."""
        plain = words.translate(PLAIN).replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self.drawn.append(f"BT /F{font} {size:.2f} Tf {x:.2f} {self.height - y:.2f} Td ({plain}) Tj ET")

    def sign(self, x: float, y: float, cell: float, sign: str) -> None:
        """A sign in the middle of a cell."""
        size = 0.62 * cell / max(1, 0.75 * len(sign))
        self.text(x + (cell - FIXED_WIDTH * size * len(sign)) / 2, y + cell / 2 + 0.32 * size, sign, size, FIXED)

    def as_pdf(self) -> bytes:
        content = "\n".join(self.drawn).encode("cp1252", "replace")
        fonts = " ".join(f"/F{number} {5 + number} 0 R" for number in range(len(FONTS)))
        objects = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.width} {self.height}] /Contents 4 0 R "
            f"/Resources << /Font << {fonts} >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            *(
                f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
                for name in FONTS
            ),
        ]
        file, offsets = b"%PDF-1.4\n", []
        for number, body in enumerate(objects, 1):
            offsets.append(len(file))
            file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        size = len(objects) + 1
        file += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
        start = file.rindex(b"xref\n0 ")
        return file + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)
