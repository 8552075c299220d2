package io.duetime.server.access;

import io.duetime.internal.client.QueuePattern;
import io.duetime.server.json.Fields;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.StrictJson;
import io.duetime.server.json.TimeText;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** Reads and writes tokens as JSON: whole in the store, without hashes for callers. */
public final class TokenForm {
  private static final List<String> STORED =
      List.of(
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
    return ((JsonShape)
            out -> {
              out.writeStartObject();
              out.writeStringProperty("hash", token.hash());
              if (token.former() != null) {
                out.writeStringProperty("formerHash", token.former().hash());
                JsonShape.moment(out, "formerUntil", token.former().untilMillis());
              }
              rest(out, token);
              out.writeEndObject();
            })
        .bytes();
  }

  static Token read(String name, byte[] content) {
    Fields fields = Fields.ofJson(StrictJson.object(content).values(), STORED);
    String former = fields.text("formerHash");
    return new Token(
        name,
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
    return out -> {
      out.writeStartObject();
      members(out, token);
      out.writeEndObject();
    };
  }

  /** A new or rotated token with its secret, which is shown only here. */
  public static JsonShape issued(TokenStore.Issued issued) {
    return out -> {
      out.writeStartObject();
      members(out, issued.token());
      out.writeStringProperty("token", issued.secret().text());
      out.writeEndObject();
    };
  }

  /** A caller as it is told itself; the name is null without a token. */
  public static JsonShape caller(Caller caller) {
    return out -> {
      out.writeStartObject();
      JsonShape.text(out, "name", caller.isNamed() ? caller.name() : null);
      grants(out, caller.grants());
      out.writeEndObject();
    };
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
    return out -> {
      out.writeStartObject();
      texts(out, "roles", grant.roles().stream().sorted().map(Role::text).toList());
      texts(out, "queues", grant.queues().stream().map(QueuePattern::text).toList());
      out.writeEndObject();
    };
  }

  private static void texts(JsonGenerator out, String name, List<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    texts.forEach(out::writeString);
    out.writeEndArray();
  }
}
