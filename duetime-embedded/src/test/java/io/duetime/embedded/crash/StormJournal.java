package io.duetime.embedded.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Lines about jobs in a file: what is about to be asked in small letters, what was answered in
 * capital ones. Every write has reached the operating system before the next call.
 */
final class StormJournal {
  private final FileChannel file;

  private StormJournal(FileChannel file) {
    this.file = file;
  }

  static StormJournal appendTo(Path path) throws IOException {
    return new StormJournal(
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  void all(char what, List<String> ids) throws IOException {
    StringBuilder lines = new StringBuilder();
    ids.forEach(id -> lines.append(what).append(' ').append(id).append('\n'));
    write(lines.toString());
  }

  void claimed(String id, long fence) throws IOException {
    write("C " + id + " " + fence + "\n");
  }

  private synchronized void write(String lines) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }
}
