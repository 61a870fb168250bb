#!/usr/bin/env python3
"""growth.py OUTPUT…: rows of the table of docs/spark-scale.md from outputs of measure.sh papers=F.
growth.py alone: the picture docs/images/spark-growth.svg of the rows of that page, and of docs/spark.md."""
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[4]
STEPS = ["laid out", "4 rounds", "joined", "collected", "all nodes"]


def number(text):
    return float(text.replace(",", ""))


def read(file):
    text = pathlib.Path(file).read_text()
    edges, nodes = map(number, re.search(r"([\d,]+) edges given, ([\d,]+) nodes", text).groups())
    seconds, processor = map(number, re.search(r"in all (\d+) s \((\d+) s of", text).groups())
    expected = list(map(number, re.search(r"formulas ([\d.]+) MB .* ([\d.]+) MB in each", text).groups()))
    lines = re.findall(r"^ +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+)  (.*)$", text, re.M)
    steps = {}
    for name in STEPS:
        steps[name] = next(tuple(map(number, line[:5])) for line in lines if name in line[5])
    return {"edges": edges, "nodes": nodes, "seconds": seconds, "processor": processor,
            "expected": expected, "steps": steps,
            "spilled": sum(number(line[3]) for line in lines)}


def rows(runs):
    for run in runs:
        step = run["steps"]
        times = " | ".join(f"{step[name][0]:.0f} s" for name in STEPS)
        print(f"| {run['edges']:,.0f} | {run['nodes']:,.0f} | {run['seconds']:.0f} s ({run['processor']:.0f} s) "
              f"| {times} | {step['laid out'][2]:.0f} MB ({run['expected'][0]:.0f}) "
              f"| {step['4 rounds'][2]:.0f} MB ({4 * run['expected'][1]:.0f}) | {run['spilled']:.0f} MB |")


def points(page, columns):
    """Edges and processor time of the rows of a page whose first columns are these."""
    found = re.findall(rf"^\| ([\d,]+) \| {columns} \| [\d.]+ s \(([\d.]+) s\)", (ROOT / "docs" / page).read_text(), re.M)
    return [(number(edges), number(processor)) for edges, processor in found]


def largest():
    """Edges and processor time of the run that the page shows step by step."""
    page = (ROOT / "docs/spark-scale.md").read_text()
    million = re.search(r"nodes, (\d+) million edges", page).group(1)
    return number(million) * 1e6, number(re.search(r"in all \| [\d,]+ s \| ([\d,]+) s", page).group(1))


def picture():
    lines = [("#15a", "wavelets, 5 classes", points("spark.md", "blocks")),
             ("#a33", "wavelets, fit and all nodes, 172 classes", points("spark-scale.md", r"[\d,]+")),
             ("#173", "33 %, logits made later", [largest()])]
    everything = [point for line in lines for point in line[2]]
    left, right = math.log(min(x for x, _ in everything)), math.log(max(x for x, _ in everything))
    low, high = 0, math.ceil(math.log10(max(y for _, y in everything)))

    def place(x, y):
        return (60 + 400 * (math.log(x) - left) / (right - left),
                250 - 220 * (math.log10(y) - low) / (high - low))

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 300" font-family="sans-serif" font-size="12"'
           ' role="img" aria-label="Processor time against the number of edges">',
           '<rect width="560" height="300" fill="#fff"/>',
           '<text x="60" y="14">seconds of processor time (both axes logarithmic)</text>']
    for power in range(low, high + 1):
        y = place(min(x for x, _ in everything), 10 ** power)[1]
        out.append(f'<line x1="60" x2="460" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="52" y="{y + 4:.1f}" text-anchor="end">{10 ** power}</text>')
    last = -math.inf
    for edges in sorted({x for x, _ in everything}):
        if place(edges, 1)[0] < last + 30:
            continue  # no room for its number
        last = place(edges, 1)[0]
        out.append(f'<text x="{place(edges, 1)[0]:.1f}" y="270" text-anchor="middle">{edges / 1e6:.3g}</text>')
    out.append('<text x="260" y="290" text-anchor="middle">million edges</text>')
    for color, name, own in lines:
        places = [place(*point) for point in own]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        out.append(f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{path}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>' for x, y in places]
        x, y = places[-1]
        start, below = {"#15a": (330, 24), "#a33": (min(x, 200), -12), "#173": (x - 60, 24)}[color]
        out.append(f'<text x="{start:.1f}" y="{y + below:.1f}" fill="{color}">{name}</text>')
    (ROOT / "docs/images/spark-growth.svg").write_text("\n".join(out + ["</svg>", ""]))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        rows(sorted(map(read, sys.argv[1:]), key=lambda run: run["edges"]))
    else:
        picture()
