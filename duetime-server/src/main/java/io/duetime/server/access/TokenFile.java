package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.document.DeclaredFile;
import io.duetime.wire.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Tokens that a YAML file declares, in addition to those of the store. A file that can no longer be
 * read changes nothing. Thread safe.
 */
public final class TokenFile {
  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
  private static final String SETTING = "tokens-file";
  private static final int MOST = 1_000;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final List<String> NAMES =
      List.of("name", "hash", "grants", "expiresAt", "requestsPerSecond", "jobsPerSecond");

  private final @Nullable Path file;
  private byte[] content = {};
  private volatile List<Token> tokens = List.of();
  private String failure = "";

  private TokenFile(@Nullable Path file) {
    this.file = file;
  }

  public static TokenFile none() {
    return new TokenFile(null);
  }

  /**
   * Reads a file.
   *
   * @throws InvalidRequestException if it cannot be read, or declares no valid tokens
   */
  public static TokenFile of(Path file) {
    TokenFile read = new TokenFile(file);
    read.readAgain(file);
    return read;
  }

  /** The tokens that the file declared when it was last read. */
  List<Token> tokens() {
    return tokens;
  }

  /** Whether there is a file; every call needs a token then, even if the file has none. */
  boolean isGiven() {
    return file != null;
  }

  synchronized void look() {
    if (file != null) {
      try {
        boolean hadFailed = !failure.isEmpty();
        failure = "";
        if (readAgain(file) || hadFailed) {
          LOG.info("{} declares {} tokens", file, tokens.size());
        }
      } catch (InvalidRequestException wrong) {
        report(String.valueOf(wrong.getMessage()));
      }
    }
  }

  /** Reports a failure once, not at each look. */
  private void report(String wrong) {
    if (!wrong.equals(failure)) {
      LOG.warn("The declared tokens stay as they are: {}", wrong);
    }
    failure = wrong;
  }

  /** Reads the file; false if it is as before. */
  private synchronized boolean readAgain(Path from) {
    byte[] now = DeclaredFile.bytes(SETTING, from);
    if (Arrays.equals(now, content)) {
      return false;
    }
    tokens = parse(from, now);
    content = now;
    return true;
  }

  private static List<Token> parse(Path from, byte[] text) {
    JsonNode root = DeclaredFile.parse(SETTING, from, text);
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
