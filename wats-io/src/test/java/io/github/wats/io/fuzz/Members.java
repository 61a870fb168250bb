package io.github.wats.io.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Documents of several files: a zip archive whose checksums are right whatever the files hold. */
public final class Members {
  private Members() {}

  public static byte[] pack(Map<String, byte[]> members) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        ZipEntry entry = new ZipEntry(member.getKey());
        CRC32 checksum = new CRC32();
        checksum.update(member.getValue());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(member.getValue().length);
        entry.setCrc(checksum.getValue());
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(member.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The members up to the first that cannot be read. */
  public static Map<String, byte[]> unpack(byte[] archive) {
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        members.put(entry.getName(), in.readAllBytes());
      }
    } catch (IOException | IllegalArgumentException damaged) {
      return members;
    }
    return members;
  }

  /** The members of an archive in which they come before their sizes, as PyTorch writes them. */
  public static Map<String, byte[]> unpack(Path archive) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        members.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    return members;
  }

  /** Changes one member by {@code editor}; now and then removes, renames or exchanges members. */
  public static Editor editor(Editor editor) {
    return (document, script) -> {
      Map<String, byte[]> members = unpack(document);
      if (members.isEmpty()) {
        return Editor.bytes(document, script);
      }
      List<String> names = new ArrayList<>(members.keySet());
      String name = names.get(script.next(names.size()));
      String other = names.get(script.next(names.size()));
      switch (script.next(16)) {
        case 0 -> members.remove(name);
        case 1 -> members.put(name, members.get(other));
        case 2 -> members.put(new String(Editor.bytes(name.getBytes(), script)), new byte[0]);
        default -> members.put(name, editor.edit(members.get(name), script));
      }
      return pack(members);
    };
  }
}
