"""Makes the golden files of this folder with NumPy and SciPy: python3 make.py FOLDER"""
import io, struct, sys, warnings, zipfile, zlib
import numpy as np
from numpy.lib import format as npy
from pathlib import Path

folder = Path(sys.argv[1])
warnings.simplefilter("ignore")
TYPES = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]


def archive(name, arrays, method):
    with zipfile.ZipFile(folder / name, "w", method) as out:
        for key, value in arrays.items():
            data = io.BytesIO()
            npy.write_array(data, value)
            out.writestr(zipfile.ZipInfo(key + ".npy"), data.getvalue(), method)


# element (i, j) is 3 i + j - 2 where the type has a sign, 3 i + j where it has none
arrays = {}
for t in TYPES:
    for order, word in (("<", "little"), (">", "big")):
        values = (np.arange(6).reshape(2, 3) - (0 if t[0] == "u" else 2)).astype(order + t)
        arrays[f"{t}_{word}_c"] = values
        arrays[f"{t}_{word}_fortran"] = np.asfortranarray(values)
arrays["b1_c"] = np.array([[True, False, True], [False, False, True]])
arrays["b1_fortran"] = np.asfortranarray(arrays["b1_c"])
archive("types-stored.npz", arrays, zipfile.ZIP_STORED)
archive("types-deflated.npz", arrays, zipfile.ZIP_DEFLATED)

archive("shapes.npz", {
    "scalar": np.array(2.5),
    "empty": np.zeros((0,)),
    "no_rows": np.zeros((0, 4), "f4"),
    "cube_c": np.arange(24, dtype="i4").reshape(2, 3, 4),
    "cube_fortran": np.asfortranarray(np.arange(24, dtype="i4").reshape(2, 3, 4)),
    "column_fortran": np.asfortranarray(np.arange(3, dtype="i8").reshape(3, 1)),
}, zipfile.ZIP_STORED)

archive("text.npz", {
    "names": np.array(["Laptops", "", "Größe", "\U0001F600 smile"]),
    "names_big": np.array(["ab", "c"]).astype(">U2"),
    "format": np.array(b"csr"),
}, zipfile.ZIP_STORED)

archive("limits.npz", {
    "f2": np.array([0, 6e-8, 65504, np.inf, -np.inf, np.nan, -0.0, 1 / 3], "f2"),
    "i8": np.array([-2**63, 2**63 - 1, 2**31, -2**31 - 1], "i8"),
    "u8": np.array([0, 2**63, 2**64 - 1, 2**64 - 2**11 - 1, 2**53 + 1], "u8"),
    "f8_large": np.array([1e39]),
}, zipfile.ZIP_STORED)

for version in (1, 2, 3):
    with open(folder / f"version{version}.npy", "wb") as out:
        npy.write_array(out, np.arange(4, dtype="<i4"), version=(version, 0))

with zipfile.ZipFile(folder / "objects.npz", "w") as out:
    for key, value in (("fine", np.arange(3.0)), ("object", np.array([1, "two", None], dtype=object)),
                       ("structured", np.zeros(2, [("a", "f4"), ("b", "i4")])),
                       ("complex", np.zeros(2, "c8")), ("dates", np.zeros(2, "M8[D]"))):
        data = io.BytesIO()
        npy.write_array(data, value, allow_pickle=True)
        out.writestr(zipfile.ZipInfo(key + ".npy"), data.getvalue())

# A member whose sizes stand in the ZIP64 extra field alone, as in archives beyond 4 GiB.
data = io.BytesIO()
npy.write_array(data, np.arange(5, dtype="<i8"))
body, name = data.getvalue(), b"long.npy"
extra = struct.pack("<HHQQ", 1, 16, len(body), len(body))
crc, big = zlib.crc32(body), 0xFFFFFFFF
local = struct.pack("<IHHHHHIIIHH", 0x04034B50, 45, 0, 0, 0, 33, crc, big, big, len(name), len(extra)) + name + extra
central = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 45, 45, 0, 0, 0, 33, crc, big, big, len(name), len(extra), 0, 0, 0, 0, 0) + name + extra
start = len(local) + len(body)
end64 = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, 1, 1, len(central), start)
locator = struct.pack("<IIQI", 0x07064B50, 0, start + len(central), 1)
end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, big, big, 0)
(folder / "zip64.npz").write_bytes(local + body + central + end64 + locator + end)

# What our writer must match byte for byte.
np.save(folder / "written-doubles.npy", np.array([[1.5, -2.0, 0.1], [1e300, -0.0, 3.0]]))
np.save(folder / "written-ints.npy", np.array([7, -7, 2**31 - 1], "<i4"))
np.save(folder / "written-scalar.npy", np.array(2.5))
np.save(folder / "written-names.npy", np.array(["Größe", "a"]))
np.save(folder / "written-mask.npy", np.zeros((0,), bool))
