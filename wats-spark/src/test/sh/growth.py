#!/usr/bin/env python3
"""growth.py OUTPUT…: from outputs of measure.sh papers=F the table of docs/spark-scale.md, and the
picture docs/images/spark-growth.svg, which also has the rows of docs/spark.md with five classes."""
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
        steps[name] = next(tuple(map(number, line[:3])) for line in lines if name in line[3])
    return {"edges": edges, "nodes": nodes, "seconds": seconds, "processor": processor,
            "expected": expected, "steps": steps, "spilled": sum(number(line[2]) for line in lines)}


def table(runs):
    print("| edges | nodes | wall time (processor time) | layout | 4 rounds | features joined | fit |"
          " all calibrated | shuffled by layout (formula) | by the rounds (formula) | spilled |")
    print("|" + " ---: |" * 11)
    for run in runs:
        step = run["steps"]
        times = " | ".join(f"{step[name][0]:.0f} s" for name in STEPS)
        print(f"| {run['edges']:,.0f} | {run['nodes']:,.0f} | {run['seconds']:.0f} s ({run['processor']:.0f} s) "
              f"| {times} | {step['laid out'][1]:.0f} MB ({run['expected'][0]:.0f}) "
              f"| {step['4 rounds'][1]:.0f} MB ({4 * run['expected'][1]:.0f}) | {run['spilled']:.0f} MB |")


def features():
    """Edges and processor time of the rows of the page that measure the wavelets alone."""
    page = (ROOT / "docs/spark.md").read_text()
    rows = re.findall(r"^\| ([\d,]+) \| blocks \| [\d.]+ s \(([\d.]+) s\)", page, re.M)
    return [(number(edges), number(processor)) for edges, processor in rows]


def picture(runs):
    lines = [("#15a", "wavelets, 5 classes", features()),
             ("#a33", "wavelets, fit and all nodes, 172 classes",
              [(run["edges"], run["processor"]) for run in runs])]
    points = [point for line in lines for point in line[2]]
    left, right = math.log(min(x for x, _ in points)), math.log(max(x for x, _ in points))
    low, high = 0, math.ceil(math.log10(max(y for _, y in points)))

    def place(x, y):
        return (60 + 400 * (math.log(x) - left) / (right - left),
                250 - 220 * (math.log10(y) - low) / (high - low))

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 300" font-family="sans-serif" font-size="12"'
           ' role="img" aria-label="Processor time against the number of edges">',
           '<rect width="560" height="300" fill="#fff"/>',
           '<text x="60" y="14">seconds of processor time (both axes logarithmic)</text>']
    for power in range(low, high + 1):
        y = place(min(x for x, _ in points), 10 ** power)[1]
        out.append(f'<line x1="60" x2="460" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="52" y="{y + 4:.1f}" text-anchor="end">{10 ** power}</text>')
    for edges in sorted({x for x, _ in points}):
        out.append(f'<text x="{place(edges, 1)[0]:.1f}" y="270" text-anchor="middle">{edges / 1e6:.3g}</text>')
    out.append('<text x="260" y="290" text-anchor="middle">million edges</text>')
    for color, name, own in lines:
        places = [place(*point) for point in own]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        out.append(f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{path}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>' for x, y in places]
        x, y = places[-1]
        out.append(f'<text x="{min(x, 230) if color == "#a33" else 330:.1f}" y="{y - 12 if color == "#a33" else y + 24:.1f}" fill="{color}">{name}</text>')
    (ROOT / "docs/images/spark-growth.svg").write_text("\n".join(out + ["</svg>", ""]))


if __name__ == "__main__":
    measured = sorted(map(read, sys.argv[1:]), key=lambda run: run["edges"])
    table(measured)
    picture(measured)
