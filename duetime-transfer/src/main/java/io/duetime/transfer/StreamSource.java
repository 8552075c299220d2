package io.duetime.transfer;

import io.duetime.transfer.Source.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of lines, and gathers what they say into pages of one queue.
 *
 * @param <T> what is moved
 */
public abstract class StreamSource<T> implements Source<T> {
  private static final int MOST_ENTRIES = 1_000;
  private static final int LINE_FEED = '\n';

  private final InputStream in;
  private final int mostBytesOfLine;
  private final int mostBytes;
  private final LongConsumer bytesRead;
  private final byte[] part = new byte[1 << 16];
  private int from;
  private int to;
  private long number;
  private @Nullable Item<T> next;
  private String place = "";

  /**
   * Reads from a stream, which need not be buffered.
   *
   * @param mostBytesOfLine the length that no line has
   * @param mostBytes the bytes behind which a page ends
   * @param bytesRead is told how many bytes were read from the stream
   */
  protected StreamSource(
      InputStream in, int mostBytesOfLine, int mostBytes, LongConsumer bytesRead) {
    this.in = in;
    this.mostBytesOfLine = mostBytesOfLine;
    this.mostBytes = mostBytes;
    this.bytesRead = bytesRead;
  }

  /**
   * An entry with its queue and its share of a page.
   *
   * @param queue the queue that it goes to, or empty for what belongs to none
   */
  public record Item<T>(String queue, Entry<T> entry, long bytes) {}

  /** The number of the last line read, from 1. */
  public final long number() {
    return number;
  }

  /** The line that is read, or the lines of the page that was taken last. */
  public final String place() {
    return place;
  }

  /** Reads the next entry; null after the last. */
  protected abstract @Nullable Item<T> nextItem();

  @Override
  public final Page<T> take() {
    if (number == 0) {
      next = nextItem();
    }
    Item<T> item = next;
    if (item == null) {
      return Page.empty();
    }
    String queue = item.queue();
    List<Entry<T>> entries = new ArrayList<>();
    long bytes = 0;
    do {
      entries.add(item.entry());
      bytes += item.bytes();
      item = nextItem();
    } while (item != null
        && item.queue().equals(queue)
        && entries.size() < MOST_ENTRIES
        && bytes + item.bytes() <= mostBytes);
    next = item;
    place = "lines " + entries.get(0).handle() + " to " + entries.get(entries.size() - 1).handle();
    return new Page<>(place, queue, entries);
  }

  /** Reads the next line without its line feed; null after the last. */
  protected final byte @Nullable [] nextLine() {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    number++;
    place = "line " + number;
    while (true) {
      if (from == to && !fill()) {
        return line.size() == 0 ? null : line.toByteArray();
      }
      int end = from;
      while (end < to && part[end] != LINE_FEED) {
        end++;
      }
      line.write(part, from, end - from);
      boolean isWhole = end < to;
      from = isWhole ? end + 1 : end;
      if (line.size() > mostBytesOfLine) {
        throw new TransferException(
            "line " + number + " is longer than " + (mostBytesOfLine >> 20) + " MiB");
      }
      if (isWhole) {
        return line.toByteArray();
      }
    }
  }

  private boolean fill() {
    try {
      from = 0;
      to = Math.max(0, in.read(part));
      bytesRead.accept(to);
      return to > 0;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
