package io.github.wats.cli.console;

import io.github.wats.io.dataset.DataFolder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the files of data sets are. */
public final class DataFolderOption {
  @Option(
      names = "--data-dir",
      order = GroupedHelp.ADVANCED,
      paramLabel = "DIR",
      description =
          "Folder that holds one folder per data set. Default: $WATS_DATA, else the cache"
              + " ($XDG_CACHE_HOME/wats, ~/.cache/wats).")
  private @Nullable Path folder;

  public DataFolder folder(Console console) {
    return DataFolder.locate(Optional.ofNullable(folder), console.environment());
  }
}
