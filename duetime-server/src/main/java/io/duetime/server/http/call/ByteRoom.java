package io.duetime.server.http.call;

import io.duetime.wire.Problem;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the bytes that callers hold together. Each caller has a share, so that none takes the room
 * of all, and the last bytes are reserved for what is small. Thread safe.
 */
public final class ByteRoom {
  /** The most bytes that may use the reserve. */
  public static final int SMALL = 64 << 10;

  private final String what;
  private final Size size;
  private final Map<String, Long> byHolder = new HashMap<>();
  private long taken;

  /**
   * The size of a room in bytes.
   *
   * @param most of all callers together
   * @param share of one caller
   * @param reserve of {@code most} that is only for parts of at most {@link #SMALL} bytes
   */
  public record Size(long most, long share, long reserve) {}

  /**
   * Creates an empty room.
   *
   * @param what is bounded, for the caller that is refused
   */
  public ByteRoom(String what, Size size) {
    this.what = what;
    this.size = size;
  }

  /**
   * Opens an empty part.
   *
   * @param holder the caller by whose share it is bounded
   */
  public Part open(String holder) {
    return new Part(holder);
  }

  private static Refusal refusal(String why) {
    return new Refusal(Problem.of(503, "TOO_MANY_BYTES", why + "; retry later"));
  }

  /** The bytes of one call. */
  public final class Part {
    private final String holder;
    private long bytes;

    private Part(String holder) {
      this.holder = holder;
    }

    /** Takes further bytes; refuses with 503, taking none, where they do not fit. */
    public void take(long more) {
      synchronized (ByteRoom.this) {
        boolean isSmall = bytes + more <= SMALL;
        if (byHolder.getOrDefault(holder, 0L) + more > size.share) {
          throw refusal(what + " of this caller exceed its share of " + size.share + " bytes");
        }
        if (taken + more > (isSmall ? size.most : size.most - size.reserve)) {
          throw refusal(what + " of all callers exceed " + size.most + " bytes");
        }
        set(bytes + more);
      }
    }

    /** Corrects the bytes to those that are held, which is never refused. */
    public void set(long held) {
      synchronized (ByteRoom.this) {
        long more = held - bytes;
        bytes = held;
        taken += more;
        byHolder.merge(
            holder, more, (before, change) -> before + change == 0 ? null : before + change);
      }
    }

    /** Gives all bytes back; may be called again. */
    public void release() {
      set(0);
    }
  }
}
