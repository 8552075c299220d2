package io.duetime.server.http.call;

import io.duetime.wire.JsonShape;
import io.duetime.wire.Problem;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call.
 *
 * @param body in pieces, written by the event loop, not by the engine's thread that completes the
 *     call
 * @param payloadBytes the bytes of payloads that it holds until its body is written
 * @param ifUndelivered run when the answer does not reach the caller, such as one that disconnects
 */
public record HttpAnswer(
    int status,
    String contentType,
    Supplier<List<Buffer>> body,
    Map<String, String> headers,
    long payloadBytes,
    Runnable ifUndelivered) {
  /** The media type of JSON. */
  public static final String JSON = "application/json";

  /** The media type of problem details. */
  public static final String PROBLEM = "application/problem+json";

  /** An answer in JSON. */
  public static HttpAnswer of(int status, JsonShape shape) {
    return of(status, JSON, shape);
  }

  private static HttpAnswer of(int status, String contentType, JsonShape shape) {
    Supplier<List<Buffer>> body =
        () -> {
          AnswerBytes bytes = new AnswerBytes();
          shape.writeTo(bytes);
          return bytes.pieces();
        };
    return new HttpAnswer(status, contentType, body, Map.of(), 0, () -> {});
  }

  /** An answer of any media type. */
  public static HttpAnswer of(int status, String contentType, Supplier<Buffer> body) {
    return new HttpAnswer(status, contentType, () -> List.of(body.get()), Map.of(), 0, () -> {});
  }

  /** An answer in JSON with status 200. */
  public static HttpAnswer ok(JsonShape shape) {
    return of(200, shape);
  }

  /** An answer that describes a problem, with the status of the problem. */
  public static HttpAnswer problem(Problem problem) {
    HttpAnswer answer = of(problem.status(), PROBLEM, problem.document());
    return switch (problem.status()) {
      case 401 -> answer.with("WWW-Authenticate", "Bearer realm=\"duetime\"");
      case 405 -> answer.with("Allow", problem.more().getOrDefault("allowed", ""));
      case 429, 503 -> answer.with("Retry-After", "1");
      default -> answer;
    };
  }

  /** The same answer with one more header. */
  public HttpAnswer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpAnswer(status, contentType, body, more, payloadBytes, ifUndelivered);
  }

  /** The same answer, with an action for when the caller does not get it. */
  public HttpAnswer ifUndelivered(Runnable duty) {
    return new HttpAnswer(status, contentType, body, headers, payloadBytes, duty);
  }

  /** The same answer, which holds payloads. */
  public HttpAnswer holding(long bytes) {
    return new HttpAnswer(status, contentType, body, headers, bytes, ifUndelivered);
  }

  /** This answer as a completed stage. */
  public CompletionStage<HttpAnswer> now() {
    return CompletableFuture.completedStage(this);
  }

  /**
   * Collects the bytes of an answer in pieces: one large array may find no place in a small heap
   * although enough of it is free. Compresses them for callers that accept gzip.
   */
  public static final class AnswerBytes extends OutputStream {
    private static final int LARGEST_PIECE = 64 << 10;

    /** Shorter answers fit into a packet anyway, and are not compressed. */
    private static final int SHORTEST = 1_400;

    private final List<Buffer> pieces = new ArrayList<>(1);
    private Buffer piece = Buffer.buffer(0);
    private int size;

    AnswerBytes() {}

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      int written = 0;
      while (written < count) {
        if (piece.length() == size) {
          begin(count - written);
        }
        int part = Math.min(count - written, size - piece.length());
        piece.appendBytes(bytes, from + written, part);
        written += part;
      }
    }

    /** Begins a piece; the first has the size of what is written, as most answers are one write. */
    private void begin(int wanted) {
      size = Math.min(Math.max(wanted, 2 * size), LARGEST_PIECE);
      piece = Buffer.buffer(size);
      pieces.add(piece);
    }

    /** The bytes, which are not copied; at least one piece. */
    List<Buffer> pieces() {
      return pieces.isEmpty() ? List.of(piece) : pieces;
    }

    /** The number of bytes in these pieces. */
    public static int length(List<Buffer> pieces) {
      int length = 0;
      for (Buffer piece : pieces) {
        length += piece.length();
      }
      return length;
    }

    /** Whether to compress these pieces, given the {@code Accept-Encoding}. */
    public static boolean isGzipWorthIt(List<Buffer> pieces, @Nullable String accepted) {
      return accepted != null
          && length(pieces) >= SHORTEST
          && accepts(accepted.toLowerCase(Locale.ROOT));
    }

    private static boolean accepts(String accepted) {
      for (String coding : accepted.split(",", -1)) {
        String[] parts = coding.split(";", 2);
        String name = parts[0].strip();
        if (name.equals("gzip") || name.equals("*")) {
          return parts.length == 1 || !parts[1].strip().matches("q=0(\\.0*)?");
        }
      }
      return false;
    }

    /** The bytes in gzip. */
    public static List<Buffer> gzip(List<Buffer> plain) {
      AnswerBytes bytes = new AnswerBytes();
      try (FastGzip out = new FastGzip(bytes)) {
        for (Buffer piece : plain) {
          out.write(piece.getBytes());
        }
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      return bytes.pieces();
    }

    private static final class FastGzip extends GZIPOutputStream {
      FastGzip(OutputStream out) throws IOException {
        super(out);
        def.setLevel(Deflater.BEST_SPEED);
      }
    }
  }
}
