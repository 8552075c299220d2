package io.duetime.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** A file of the console. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ConsoleFile(byte[] content, String mediaType) {
  /** What the page may load and run: the files beside it, and nothing of other hosts. */
  public static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String PAGE = "index.html";
  private static final Pattern ASSET = Pattern.compile("/(assets/[A-Za-z0-9_-]+\\.(js|css|svg))");

  /** Returns the file at a path of the server, such as {@code /}. */
  public static Optional<ConsoleFile> at(String path) {
    if (path.equals("/")) {
      return read(PAGE).map(page -> new ConsoleFile(page, "text/html; charset=utf-8"));
    }
    Matcher asset = ASSET.matcher(path);
    return asset.matches()
        ? read(asset.group(1)).map(found -> new ConsoleFile(found, mediaType(asset.group(2))))
        : Optional.empty();
  }

  /** The tag of its content, by which a browser asks whether it has changed. */
  public String entityTag() {
    CRC32 sum = new CRC32();
    sum.update(content);
    return "W/\"" + Long.toHexString(sum.getValue()) + '"';
  }

  private static String mediaType(String ending) {
    return switch (ending) {
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      default -> "image/svg+xml";
    };
  }

  private static Optional<byte[]> read(String name) {
    try (InputStream file = ConsoleFile.class.getResourceAsStream(name)) {
      return file == null ? Optional.empty() : Optional.of(file.readAllBytes());
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
