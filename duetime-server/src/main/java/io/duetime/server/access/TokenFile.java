package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.json.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Tokens that a YAML file declares, in addition to those of the store. */
public final class TokenFile {
  private static final String SETTING = "tokens-file";
  private static final int MOST = 1_000;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final List<String> NAMES =
      List.of("name", "hash", "grants", "expiresAt", "requestsPerSecond", "jobsPerSecond");

  private TokenFile() {}

  /**
   * Reads a file.
   *
   * @throws InvalidRequestException if it cannot be read, or declares no valid tokens
   */
  public static DeclaredFile<List<Token>> of(Path file) {
    return new DeclaredFile<>(
        new DeclaredFile.Source<>(
            SETTING, "declared tokens", file, root -> parse(file, root), List::size));
  }

  private static List<Token> parse(Path from, JsonNode root) {
    // An editor may empty a file before it writes the new text.
    if (root.path("tokens").isMissingNode() || root.path("tokens").isNull()) {
      throw new InvalidRequestException(SETTING, from, "a list named tokens, or tokens: []");
    }
    List<Token> parsed = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields token :
        Fields.ofJson(DeclaredFile.members(root), List.of("tokens")).objects("tokens", NAMES)) {
      Token next = token(token);
      if (!names.add(next.name())) {
        throw new InvalidRequestException("name", next.name(), "each name once");
      }
      parsed.add(next);
    }
    if (parsed.size() > MOST) {
      throw new InvalidRequestException("tokens", parsed.size() + " tokens", "at most " + MOST);
    }
    return List.copyOf(parsed);
  }

  private static Token token(Fields fields) {
    String hash = fields.text("hash");
    if (hash == null || !HASH.matcher(hash).matches()) {
      throw new InvalidRequestException("hash", hash, "64 hexadecimal digits in lower case");
    }
    return new Token(
        Objects.requireNonNullElse(fields.text("name"), ""),
        hash,
        null,
        fields.texts("grants").stream().map(Grant::parse).toList(),
        TokenForm.bounds(fields),
        new Token.Dates(0, 0));
  }
}
