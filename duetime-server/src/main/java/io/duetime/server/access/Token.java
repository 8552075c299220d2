package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.runtime.QueuePattern;
import io.duetime.wire.Fields;
import io.duetime.wire.JsonShape;
import io.duetime.wire.StrictJson;
import io.duetime.wire.TimeText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * A token as it is stored, without its secret. A {@link TokenStore#sessions() session} of a person
 * is one, too.
 *
 * @param name unique; the actor in the audit log. That of a session is the person
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
  public static final int MAX_GRANTS = 16;

  /** The most requests, and jobs, a second that a token can be limited to. */
  public static final int MAX_RATE = 1_000_000;

  private static final int SESSION_ID_LENGTH = 16;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  public Token {
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

  public boolean hasExpired(long nowMillis) {
    return nowMillis >= bounds.expiresAtMillis;
  }

  /**
   * Names a session of a person without its secret: the beginning of the hash, which nobody can
   * sign in with.
   */
  public String sessionId() {
    return hash.substring(0, Math.min(SESSION_ID_LENGTH, hash.length()));
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
   * <p>Stored is only its SHA-256. A slow hash protects passwords, which people choose from few;
   * 256 random bits cannot be guessed however fast the hash is, and every call computes it.
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

  /** Reads and writes tokens as JSON: whole in the store, without hashes for callers. */
  public static final class TokenForm {
    private static final List<String> STORED =
        List.of(
            "name",
            "hash",
            "formerHash",
            "formerUntil",
            "grants",
            "expiresAt",
            "requestsPerSecond",
            "jobsPerSecond",
            "createdAt",
            "changedAt");
    private static final List<String> GRANT = List.of("roles", "queues");

    private TokenForm() {}

    static byte[] stored(Token token) {
      return JsonShape.object(out -> hashes(out, token)).bytes();
    }

    /** A session is stored by its hash, so its document has the name. */
    static byte[] storedSession(Token session) {
      return JsonShape.object(
              out -> {
                out.writeStringProperty("name", session.name());
                hashes(out, session);
              })
          .bytes();
    }

    private static void hashes(JsonGenerator out, Token token) {
      out.writeStringProperty("hash", token.hash());
      if (token.former() != null) {
        out.writeStringProperty("formerHash", token.former().hash());
        JsonShape.moment(out, "formerUntil", token.former().untilMillis());
      }
      rest(out, token);
    }

    static Token read(String name, byte[] content) {
      Fields fields = Fields.ofJson(StrictJson.object(content).values(), STORED);
      String former = fields.text("formerHash");
      return new Token(
          Objects.requireNonNullElse(fields.text("name"), name),
          Objects.requireNonNullElse(fields.text("hash"), ""),
          former == null ? null : new Token.Former(former, millis(fields, "formerUntil")),
          grants(fields),
          bounds(fields),
          new Token.Dates(millis(fields, "createdAt"), millis(fields, "changedAt")));
    }

    static Token.Bounds bounds(Fields fields) {
      return new Token.Bounds(
          fields.has("expiresAt") && !fields.isNull("expiresAt")
              ? millis(fields, "expiresAt")
              : Long.MAX_VALUE,
          rate(fields, "requestsPerSecond", 0),
          rate(fields, "jobsPerSecond", 0));
    }

    /** Reads a rate; {@code otherwise} if it is not given. */
    public static int rate(Fields fields, String name, int otherwise) {
      Long value = fields.whole(name);
      return value == null ? otherwise : Token.rate(name, value);
    }

    private static long millis(Fields fields, String name) {
      Instant moment = fields.instant(name);
      return moment == null ? 0 : moment.toEpochMilli();
    }

    /** Reads {@code "grants":[{"roles":[…],"queues":[…]}]}; no queues mean every queue. */
    public static List<Grant> grants(Fields fields) {
      return Token.grants(fields.objects("grants", GRANT).stream().map(TokenForm::grant).toList());
    }

    private static Grant grant(Fields grant) {
      Set<Role> roles = EnumSet.noneOf(Role.class);
      roles.addAll(grant.someOf("roles", Role.class));
      List<QueuePattern> queues =
          grant.has("queues")
              ? grant.texts("queues").stream().map(Grant::pattern).toList()
              : List.of(Grant.EVERY_QUEUE);
      return new Grant(roles, queues);
    }

    /** A token for callers, without its hash. */
    public static JsonShape shown(Token token) {
      return JsonShape.object(out -> members(out, token));
    }

    /** As the other, with when it was last used: null for never, as far as this store knows. */
    public static JsonShape shown(Token token, @Nullable Long lastUsedMillis) {
      // A token that was made again has not been used by the one before.
      String used =
          lastUsedMillis == null || lastUsedMillis < token.dates().createdAtMillis()
              ? null
              : TimeText.iso(lastUsedMillis);
      return JsonShape.object(out -> {
        members(out, token);
        JsonShape.text(out, "lastUsedAt", used);
      });
    }

    /** A session for an administrator. */
    public static JsonShape session(Token session) {
      return JsonShape.object(out -> {
        out.writeStringProperty("id", session.sessionId());
        out.writeStringProperty("name", session.name());
        JsonShape.moment(out, "since", session.dates().createdAtMillis());
        JsonShape.moment(out, "until", session.bounds().expiresAtMillis());
        grants(out, session.grants());
      });
    }

    /** A new or rotated token with its secret, which is shown only here. */
    public static JsonShape issued(TokenStore.Issued issued) {
      return JsonShape.object(out -> {
        members(out, issued.token());
        out.writeStringProperty("token", issued.secret().text());
      });
    }

    /** A caller as it is told itself; the name is null without a token. */
    public static JsonShape caller(Caller caller) {
      return JsonShape.object(out -> {
        JsonShape.text(out, "name", caller.isNamed() ? caller.name() : null);
        JsonShape.text(out, "expiresAt", TimeText.iso(caller.untilMillis()));
        grants(out, caller.grants());
      });
    }

    private static void grants(JsonGenerator out, List<Grant> grants) {
      out.writeName("grants");
      JsonShape.array(grants.stream().map(TokenForm::grant).toList()).write(out);
    }

    private static void members(JsonGenerator out, Token token) {
      out.writeStringProperty("name", token.name());
      rest(out, token);
      if (token.former() != null) {
        JsonShape.moment(out, "formerUntil", token.former().untilMillis());
      }
    }

    private static void rest(JsonGenerator out, Token token) {
      grants(out, token.grants());
      JsonShape.text(out, "expiresAt", TimeText.iso(token.bounds().expiresAtMillis()));
      out.writeNumberProperty("requestsPerSecond", token.bounds().requestsPerSecond());
      out.writeNumberProperty("jobsPerSecond", token.bounds().jobsPerSecond());
      JsonShape.moment(out, "createdAt", token.dates().createdAtMillis());
      JsonShape.moment(out, "changedAt", token.dates().changedAtMillis());
    }

    private static JsonShape grant(Grant grant) {
      return JsonShape.object(out -> {
        texts(out, "roles", grant.roles().stream().sorted().map(Role::text).toList());
        texts(out, "queues", grant.queues().stream().map(QueuePattern::text).toList());
      });
    }

    private static void texts(JsonGenerator out, String name, List<String> texts) {
      out.writeName(name);
      out.writeStartArray();
      texts.forEach(out::writeString);
      out.writeEndArray();
    }
  }
}
