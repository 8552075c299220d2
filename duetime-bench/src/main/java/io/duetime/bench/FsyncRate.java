package io.duetime.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How often a second the disk takes 4 KiB and says that they are safe (fdatasync), one after the
 * other: the bound of whatever asks for it alone.
 *
 * @param overwriting into a file that has its size already
 * @param appending to a file that grows, as logs do
 */
public record FsyncRate(double overwriting, double appending) {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 4096;
  private static final long NANOS = 500_000_000;

  /** Takes both figures in a folder; lasts a second. */
  public static FsyncRate take(Path parent) {
    try (ScratchFolder folder = ScratchFolder.in(parent);
        FileChannel filled = create(folder.path().resolve("filled"));
        FileChannel growing = create(folder.path().resolve("growing"))) {
      filled.write(ByteBuffer.allocate(BLOCK * BLOCKS), 0);
      filled.force(true);
      return new FsyncRate(rate(filled, BLOCKS), rate(growing, Integer.MAX_VALUE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private static double rate(FileChannel file, int blocks) throws IOException {
    ByteBuffer block = ByteBuffer.wrap(new Payloads(BLOCK, 1).next());
    long start = System.nanoTime();
    long written = 0;
    while (System.nanoTime() - start < NANOS) {
      file.write(block.rewind(), written % blocks * BLOCK);
      file.force(false);
      written++;
    }
    return written * 1e9 / (System.nanoTime() - start);
  }

  @Override
  public String toString() {
    return "fdatasync of 4 KiB: %,.0f/s in place, %,.0f/s at the end of a growing file"
        .formatted(overwriting, appending);
  }
}
