package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Authenticator.TrustedProxies;
import io.duetime.server.document.DeclaredFile;
import io.duetime.wire.Fields;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How people sign in: an issuer of OpenID Connect says who a person is, and a file says what the
 * issuer's groups may do.
 *
 * @param groupsClaim the claim with the groups of a person
 * @param groups the grants of each group
 * @param proxies the proxies that say whether a caller uses TLS
 */
public record OpenId(
    Client client,
    String groupsClaim,
    DeclaredFile<Map<String, List<Grant>>> groups,
    TrustedProxies proxies) {
  /** The names of people begin so, which those of tokens cannot. */
  public static final String PERSON = "person:";

  /** How long a person stays signed in. */
  public static final Duration SESSION = Duration.ofHours(8);

  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final int LONGEST_NAME = 100;
  private static final List<String> NAMES = List.of("preferred_username", "email", "name", "sub");
  private static final String SETTING = "oidc-grants";

  public OpenId {
    client.secret();
  }

  /**
   * What the issuer knows of this server.
   *
   * @param secretFile has the secret; null for a public client
   * @param scopes with spaces between them
   */
  public record Client(URI issuer, String id, @Nullable Path secretFile, String scopes) {
    /** The secret; null for a public client. */
    public @Nullable String secret() {
      String setting = "oidc-client-secret-file";
      return secretFile == null
          ? null
          : new String(DeclaredFile.bytes(setting, secretFile), StandardCharsets.UTF_8).strip();
    }

    /** The issuer as ID tokens name it, without a slash at its end. */
    public String issuerText() {
      return bare(issuer.toString());
    }
  }

  /**
   * A person that has signed in.
   *
   * @param subject by which the issuer knows the person
   * @param grants empty if no group of the person has any
   */
  public record Person(String name, String subject, List<Grant> grants) {}

  /** Thrown for an ID token that says nothing about a person who signs in here now. */
  public static final class WrongIdToken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongIdToken(String reason) {
      super(reason);
    }
  }

  /**
   * Checks an ID token as OpenID Connect Core 1.0 (section 3.1.3.7) demands, and says who it is
   * about. The signature has been checked.
   *
   * @param claims of the token
   * @param nonce of this sign-in
   * @throws WrongIdToken if it is of another issuer, client or sign-in, or not valid now
   */
  public Person person(Map<String, Object> claims, String nonce, long nowMillis) {
    require(bare(text(claims, "iss")).equals(client.issuerText()), "another issuer (iss)");
    List<String> audience = texts(claims, "aud");
    require(audience.contains(client.id()), "another client (aud)");
    boolean isForOne = audience.size() == 1 && !claims.containsKey("azp");
    require(isForOne || text(claims, "azp").equals(client.id()), "another client (azp)");
    require(text(claims, "nonce").equals(nonce), "another sign-in (nonce)");
    long skew = SKEW.toMillis();
    require(millis(claims, "exp", 0) > nowMillis - skew, "expired (exp)");
    require(millis(claims, "iat", Long.MAX_VALUE) <= nowMillis + skew, "issued later (iat)");
    require(millis(claims, "nbf", 0) <= nowMillis + skew, "not valid yet (nbf)");
    String subject = text(claims, "sub");
    require(!subject.isEmpty(), "about nobody (sub)");
    String name =
        NAMES.stream()
            .map(claim -> text(claims, claim).replaceAll("[^\\p{Graph}]+", "_"))
            .filter(found -> !found.isEmpty())
            .findFirst()
            .orElse("?");
    return new Person(
        PERSON + name.substring(0, Math.min(name.length(), LONGEST_NAME)),
        subject,
        grants(texts(claims, groupsClaim)));
  }

  private List<Grant> grants(Collection<String> of) {
    Map<String, List<Grant>> known = groups.value();
    return of.stream()
        .distinct()
        .flatMap(group -> known.getOrDefault(group, List.of()).stream())
        .distinct()
        .toList();
  }

  private static void require(boolean isRight, String otherwise) {
    if (!isRight) {
      throw new WrongIdToken("The ID token is wrong: " + otherwise);
    }
  }

  private static String text(Map<String, Object> claims, String name) {
    return claims.get(name) instanceof String text ? text : "";
  }

  /** A list of texts, or one text. */
  private static List<String> texts(Map<String, Object> claims, String name) {
    Object value = claims.get(name);
    Stream<?> all = value instanceof Collection<?> many ? many.stream() : Stream.ofNullable(value);
    return all.filter(String.class::isInstance).map(String.class::cast).toList();
  }

  private static long millis(Map<String, Object> claims, String name, long otherwise) {
    return claims.get(name) instanceof Number seconds
        ? (long) (seconds.doubleValue() * 1_000)
        : otherwise;
  }

  private static String bare(String issuer) {
    return issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
  }

  /**
   * Reads the file that gives groups their grants.
   *
   * @throws InvalidRequestException if it cannot be read, or is wrong
   */
  public static DeclaredFile<Map<String, List<Grant>>> groupsOf(Path file) {
    return new DeclaredFile<>(
        new DeclaredFile.Source<>(
            SETTING, "grants of groups", file, root -> parse(file, root), Map::size));
  }

  private static Map<String, List<Grant>> parse(Path file, JsonNode root) {
    if (root.path("groups").isMissingNode() || root.path("groups").isNull()) {
      throw new InvalidRequestException(SETTING, file, "a list named groups");
    }
    Map<String, List<Grant>> parsed = new LinkedHashMap<>();
    for (Fields group :
        Fields.ofJson(DeclaredFile.members(root), List.of("groups"))
            .objects("groups", List.of("name", "grants"))) {
      String name = Optional.ofNullable(group.text("name")).orElse("");
      List<Grant> grants = group.texts("grants").stream().map(Grant::parse).toList();
      if (name.isEmpty() || parsed.put(name, Token.grants(grants)) != null) {
        throw new InvalidRequestException("name", name, "the name of a group, each once");
      }
    }
    return Map.copyOf(parsed);
  }
}
