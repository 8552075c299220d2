package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token as it is stored, without its secret.
 *
 * @param name unique; the actor in the audit log
 * @param hash the SHA-256 of the secret, in hexadecimal
 * @param former the secret before the last rotation, or null
 * @param grants what it may do
 * @param bounds until when, and how often it may be used
 * @param dates when it was made and last changed
 */
public record Token(
    String name,
    String hash,
    @Nullable Former former,
    List<Grant> grants,
    Bounds bounds,
    Dates dates) {
  /** The most grants of a token. */
  public static final int MAX_GRANTS = 16;

  /** The most requests, and jobs, a second that a token can be limited to. */
  public static final int MAX_RATE = 1_000_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  /** Checks the name and the number of grants. */
  public Token {
    name(name);
    grants(grants);
    grants = List.copyOf(grants);
  }

  /**
   * A secret that was replaced.
   *
   * @param untilMillis until when it is valid, by the store's clock
   */
  public record Former(String hash, long untilMillis) {}

  /**
   * Until when and how often a token may be used.
   *
   * @param expiresAtMillis by the store's clock; {@link Long#MAX_VALUE} for never
   * @param requestsPerSecond on each server; 0 for no limit
   * @param jobsPerSecond how many jobs it may schedule, on each server; 0 for no limit
   */
  public record Bounds(long expiresAtMillis, int requestsPerSecond, int jobsPerSecond) {
    /** Never expires, and has no limits. */
    public static final Bounds NONE = new Bounds(Long.MAX_VALUE, 0, 0);

    /** Checks the rates. */
    public Bounds {
      rate("requestsPerSecond", requestsPerSecond);
      rate("jobsPerSecond", jobsPerSecond);
    }
  }

  /** When a token was made and last changed, by the store's clock. */
  public record Dates(long createdAtMillis, long changedAtMillis) {
    Dates changed(long nowMillis) {
      return new Dates(createdAtMillis, nowMillis);
    }
  }

  /** Checks the name of a token and returns it. A secret in place of a name is refused unshown. */
  public static String name(String name) {
    Secret.refuseAs("name", name);
    if (!NAME.matcher(name).matches()) {
      throw new InvalidRequestException(
          "name", name, "1 to 100 letters, digits, dots, underscores and hyphens");
    }
    return name;
  }

  /** The moment at which a token expires that is valid for so long from now on. */
  public static long expiry(long nowMillis, Duration after) {
    if (after.isZero() || after.isNegative()) {
      throw new InvalidRequestException("expiresAfter", after, "more than 0s");
    }
    return nowMillis + Limits.upToHundredYears("expiresAfter", after).toMillis();
  }

  /** Checks the most requests or jobs a second and returns them. */
  public static int rate(String field, long perSecond) {
    if (perSecond < 0 || perSecond > MAX_RATE) {
      throw new InvalidRequestException(field, perSecond, "0 (no limit) to " + MAX_RATE);
    }
    return (int) perSecond;
  }

  /** Checks the number of grants and returns them. */
  public static List<Grant> grants(List<Grant> grants) {
    if (grants.isEmpty() || grants.size() > MAX_GRANTS) {
      throw new InvalidRequestException(
          "grants", grants.size() + " grants", "1 to " + MAX_GRANTS + " grants");
    }
    return grants;
  }

  /** Whether it has expired. */
  public boolean hasExpired(long nowMillis) {
    return nowMillis >= bounds.expiresAtMillis;
  }

  /** The same token with other grants and bounds. */
  public Token with(List<Grant> newGrants, Bounds newBounds, long nowMillis) {
    return new Token(name, hash, former, newGrants, newBounds, dates.changed(nowMillis));
  }

  Token rotated(String newHash, long formerUntilMillis, long nowMillis) {
    Former old = formerUntilMillis > nowMillis ? new Former(hash, formerUntilMillis) : null;
    return new Token(name, newHash, old, grants, bounds, dates.changed(nowMillis));
  }

  /**
   * The secret of a token: a prefix, which secret scanners can find, and 256 random bits.
   *
   * <p>Stored is only its SHA-256. A slow hash protects passwords, which people choose from few; 256
   * random bits cannot be guessed however fast the hash is, and every call computes it.
   */
  public record Secret(String text) {
    private static final String PREFIX = "duetime_";
    private static final int RANDOM_BYTES = 32;

    /** Makes a new secret. */
    static Secret random(SecureRandom random) {
      byte[] bytes = new byte[RANDOM_BYTES];
      random.nextBytes(bytes);
      return new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /**
     * Refuses a text that begins like a secret where a name is expected, as names are listed and
     * logged.
     */
    public static void refuseAs(String field, String name) {
      if (name.startsWith(PREFIX)) {
        throw new InvalidRequestException(
            field, "a value that is not shown", "a name that does not begin with " + PREFIX);
      }
    }

    /** The hash that is stored, in hexadecimal. */
    public String hash() {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash);
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every Java has SHA-256", impossible);
      }
    }

    /** Never prints the secret. */
    @Override
    public String toString() {
      return PREFIX + "***";
    }
  }
}
