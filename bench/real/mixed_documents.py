"""Documents of ten kinds and 120 questions about them, for eval:documents: tables of vega_datasets, texts of document-questions.mjs.

    pip install vega_datasets pandas openpyxl odfpy python-docx python-pptx fpdf2 ebooklib
    python mixed_documents.py OUT [FONT.ttf]

OUT/questions.json has for each question its kind, its file, what a right answer matches, for prose the words of its passage, and whether it is held
back (held_back.py).
"""

import html
import json
import subprocess
import sys
from pathlib import Path
import pandas as pd
from vega_datasets import local_data as d
from held_back import HELD_BACK, NO_ANSWER

out = Path(sys.argv[1])
out.mkdir(exist_ok=True)
FONT = sys.argv[2] if len(sys.argv) > 2 else "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf"
Q = []


def num(x, digits=None):
    x = round(float(x), 2)
    t = f"{x:g}" if abs(x) < 1e15 and x == int(x) else f"{x}"
    if x == int(x):
        t = str(int(x))
    # with or without commas, and zeros at the end
    n, _, f = t.partition(".")
    n = n.replace("-", "")
    groups = []
    while len(n) > 3:
        groups.insert(0, n[-3:])
        n = n[:-3]
    groups.insert(0, n)
    return r"(?<![\d.])" + r"[,  ]?".join(groups) + (r"\." + f + r"\d*" if f else r"(?:\.0+)?") + r"(?!\d|\.[1-9])"


def ask(kind, file, q, fact, words=None, held_back=False):
    Q.append(dict(kind=kind, file=file, question=q, fact=fact, words=words, heldBack=held_back))


# xlsx: cars
cars = d.cars().drop(columns=["Year"]).head(200)
cars.to_excel(out / "cars.xlsx", index=False)
K = ("xlsx", "cars.xlsx")
one = lambda name, col: num(cars[cars.Name == name].iloc[0][col])
ask(*K, "What is the horsepower of the buick skylark 320?", one("buick skylark 320", "Horsepower"))
ask(*K, "How many cars come from Japan?", num((cars.Origin == "Japan").sum()))
ask(*K, "Which car is the heaviest?", "pontiac safari")
ask(*K, "Which car has the most horsepower?", cars.loc[cars.Horsepower.idxmax()].Name)
ask(*K, "What is the average horsepower of cars from Japan?", num(cars[cars.Origin == "Japan"].Horsepower.mean()))
# csv: airports in short
air = d.airports()
air = air[air.state.isin(["AK", "HI", "VT", "ME"])]
air.to_csv(out / "airports.csv", index=False)
K = ("csv", "airports.csv")
ask(*K, "How many airports are in Hawaii (HI)?", num((air.state == "HI").sum()))
ask(*K, "What is the latitude of Honolulu International?", num(air[air.iata == "HNL"].iloc[0].latitude)[:14])
ask(*K, "Which airport is the northernmost, with the highest latitude?", air.loc[air.latitude.idxmax()]["name"])
# ods: wheat
w = d.wheat()
w.to_excel(out / "wheat.ods", engine="odf", index=False)
K = ("ods", "wheat.ods")
wc = w.columns
ask(*K, "What were the wages in 1600?", num(w[w.year == 1600].iloc[0].wages))
ask(*K, "In which year was wheat most expensive?", num(w.loc[w.wheat.idxmax()].year))
ask(*K, "In how many years was wheat above 60?", num((w.wheat > 60).sum()))
# html: burtin
b = d.burtin()
b.columns = [c.replace("_", " ") for c in b.columns]
(out / "antibiotics.html").write_text(
    "<!doctype html><title>Antibiotics</title><h1>Minimum inhibitory concentrations</h1><p>After Will Burtin, 1951. Smaller numbers are better.</p>"
    + b.to_html(index=False)
)
K = ("html", "antibiotics.html")
row = lambda n: b[b.Bacteria == n].iloc[0]
ask(*K, "What concentration of Penicillin does Brucella abortus need?", num(row("Brucella abortus").Penicillin))
ask(*K, "What is the value of Neomycin for Escherichia coli?", num(row("Escherichia coli").Neomycin))
ask(*K, "Which bacterium has the lowest value of Penicillin?", "|".join(b[b.Penicillin == b.Penicillin.min()].Bacteria))
# docx table: crimea
import docx

c = d.crimea()
c["date"] = c.date.dt.strftime("%Y-%m")
doc = docx.Document()
doc.add_heading("Deaths of the army in the East", 1)
doc.add_paragraph("Nightingale’s table of causes of death, 1854 to 1856.")
t = doc.add_table(rows=1, cols=4)
for i, n in enumerate(["month", "wounds", "other", "disease"]):
    t.rows[0].cells[i].text = n
for r in c[["date", "wounds", "other", "disease"]].itertuples(index=False):
    cells = t.add_row().cells
    for i, v in enumerate(r):
        cells[i].text = str(v)
doc.save(out / "crimea.docx")
K = ("docx", "crimea.docx")
ask(*K, "How many died of disease in 1855-01?", num(c[c.date == "1855-01"].iloc[0].disease))
ask(*K, "In which month did most die of disease?", c.loc[c.disease.idxmax()].date + "|January 1855")
ask(*K, "How many died of wounds in 1854-11?", num(c[c.date == "1854-11"].iloc[0].wounds))
# pptx table: barley
from pptx import Presentation
from pptx.util import Inches

ba = d.barley()
ba = ba[ba.year == 1932][["variety", "site", "yield"]]
prs = Presentation()
for site, rows in ba.groupby("site"):
    s = prs.slides.add_slide(prs.slide_layouts[5])
    s.shapes.title.text = f"Barley at {site} in 1932"
    tb = s.shapes.add_table(len(rows) + 1, 2, Inches(1), Inches(1.5), Inches(6), Inches(4)).table
    tb.cell(0, 0).text, tb.cell(0, 1).text = "variety", "yield"
    for i, r in enumerate(rows.itertuples(index=False), 1):
        tb.cell(i, 0).text, tb.cell(i, 1).text = r[0], f"{r[2]:.1f}"
prs.save(out / "barley.pptx")
K = ("pptx", "barley.pptx")
by = lambda site, v: r"(?<![\d.])" + f"{ba[(ba.site == site) & (ba.variety == v)].iloc[0]['yield']:.1f}".replace(
    ".", r"\."
)
for site, v in [("Waseca", "Trebi"), ("Duluth", "Velvet"), ("Grand Rapids", "Peatland")]:
    ask(*K, f"What was the yield of {v} at {site}?", by(site, v))
# prose in six formats
texts = json.loads(
    subprocess.run(
        ["node", "-e", "import('./document-questions.mjs').then(m=>console.log(JSON.stringify(m.DOCUMENTS)))"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    ).stdout
)


def paras(t):
    return [p for p in t.split("\n") if p.strip()]


def as_docx(name, ps):
    x = docx.Document()
    x.add_heading(ps[0], 1)
    for p in ps[1:]:
        x.add_paragraph(p)
    x.save(out / f"{name}.docx")
    return f"{name}.docx"


def as_pdf(name, ps):
    from fpdf import FPDF

    x = FPDF()
    x.add_page()
    x.add_font("L", "", FONT)
    x.set_font("L", size=16)
    x.multi_cell(0, 9, ps[0], new_x="LMARGIN", new_y="NEXT")
    x.set_font("L", size=11)
    for p in ps[1:]:
        x.multi_cell(0, 6, p, new_x="LMARGIN", new_y="NEXT")
        x.ln(3)
    x.output(out / f"{name}.pdf")
    return f"{name}.pdf"


def as_html(name, ps):
    (out / f"{name}.html").write_text(
        f"<!doctype html><html><head><title>{html.escape(ps[0])}</title><style>p{{color:red}}</style></head><body><nav>Home | About</nav><h1>{html.escape(ps[0])}</h1>"
        + "".join(f"<p>{html.escape(p)}</p>" for p in ps[1:])
        + "</body></html>"
    )
    return f"{name}.html"


def as_epub(name, ps):
    from ebooklib import epub

    b = epub.EpubBook()
    b.set_identifier(name)
    b.set_title(ps[0])
    b.set_language("en")
    cs = []
    for i, p in enumerate(ps[1:]):
        ch = epub.EpubHtml(title=f"{i+1}", file_name=f"c{i}.xhtml")
        ch.content = f"<h2>Chapter {i+1}</h2><p>{html.escape(p)}</p>"
        b.add_item(ch)
        cs.append(ch)
    b.toc = cs
    b.add_item(epub.EpubNcx())
    b.add_item(epub.EpubNav())
    b.spine = ["nav", *cs]
    epub.write_epub(str(out / f"{name}.epub"), b)
    return f"{name}.epub"


def as_eml(name, ps):
    from email.message import EmailMessage

    m = EmailMessage()
    m["From"] = "Ana Silva <ana@example.com>"
    m["To"] = "all@example.com"
    m["Subject"] = ps[0]
    m["Date"] = "Mon, 03 Mar 2025 10:00:00 +0100"
    m.set_content("\n\n".join(ps[1:]))
    m.add_alternative(
        "<html><body>" + "".join(f"<p>{html.escape(p)}</p>" for p in ps[1:]) + "</body></html>", subtype="html"
    )
    (out / f"{name}.eml").write_bytes(bytes(m))
    return f"{name}.eml"


def as_rtf(name, ps):
    esc = lambda s: "".join(c if ord(c) < 128 and c not in "\\{}" else f"\\u{ord(c)}?" for c in s)
    (out / f"{name}.rtf").write_text(
        "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0\\fs24 " + "\\par\\par ".join(esc(p) for p in ps) + "}"
    )
    return f"{name}.rtf"


makers = [as_docx, as_pdf, as_html, as_epub, as_eml, as_rtf, as_pdf, as_docx, as_epub, as_eml]
for t, make in zip(texts, makers):
    name = t["name"].split(".")[0]
    f = make(name, paras(t["text"]))
    for q, fact, words in t["questions"]:
        ask(f.split(".")[1], f, q, fact, words)
# more of csv and xlsx
sw = d.seattle_weather()
sw["date"] = sw.date.dt.strftime("%Y-%m-%d")
sw = sw[sw.date.str.startswith("2013")]
sw.to_csv(out / "weather.csv", index=False)
K = ("csv", "weather.csv")
at = lambda day, col: num(sw[sw.date == day].iloc[0][col])
ask(*K, "On how many days was the weather rain?", num((sw.weather == "rain").sum()))
ask(*K, "Which day had the highest wind?", "2013-12-01|1 December|December 1\\b")
ask(*K, "On how many days was the maximum temperature above 30?", num((sw.temp_max > 30).sum()))
ask(*K, "What was the average wind on rainy days?", num(sw[sw.weather == "rain"].wind.mean()))
st = d.stocks()
st["date"] = st.date.dt.strftime("%b %Y")
st = st.pivot(index="date", columns="symbol", values="price").reset_index()
st.to_excel(out / "stocks.xlsx", index=False, sheet_name="Prices")
K = ("xlsx", "stocks.xlsx")
for sym, day in [("AAPL", "Mar 2008"), ("MSFT", "Jul 2003")]:
    ask(*K, f"What was the price of {sym} in {day}?", num(st[st.date == day].iloc[0][sym]))
ask(*K, "When was GOOG highest?", st.loc[st.GOOG.idxmax()].date.replace("Oct", "Oct(?:ober)?"))
# nothing answers these
NONE = ("none", "")
for q in [
    "What is the capital gains tax in Portugal?",
    "Who won the chess tournament?",
    "How tall is the bridge at Sidney?",
]:
    ask(*NONE, q, None)

# asked later: nothing is tuned to these
for file, q, fact, words in HELD_BACK:
    ask(file.split(".")[1], file, q, fact if isinstance(fact, str) else num(fact), words, held_back=True)
for q in NO_ANSWER:
    ask(*NONE, q, None, held_back=True)
(out / "questions.json").write_text(json.dumps(Q, indent=1))
for held_back in (False, True):
    own = [q["kind"] for q in Q if q["heldBack"] == held_back]
    print("held back" if held_back else "known", len(own), pd.Series(own).value_counts().to_dict())
