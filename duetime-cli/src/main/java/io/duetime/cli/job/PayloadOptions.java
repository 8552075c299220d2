package io.duetime.cli.job;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the payload of a job, its type and its headers. */
public final class PayloadOptions {
  @Option(names = "--file", paramLabel = "FILE", description = "Read the payload from a file.")
  private @Nullable Path file;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "The payload's type; default: JSON if it parses as JSON, else text or bytes.")
  private @Nullable String contentType;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header of the job; can be given 32 times.")
  private Map<String, String> headers = Map.of();

  /** Reads the payload from the file, from {@code in} for {@code -}, or from the argument. */
  public byte[] read(@Nullable String payload, InputStream in) {
    if (file != null && payload != null) {
      throw new InvalidRequestException("--file", file, "only without PAYLOAD");
    }
    try {
      if (file != null) {
        return Files.readAllBytes(file);
      }
      if ("-".equals(payload)) {
        return in.readAllBytes();
      }
      return payload == null ? new byte[0] : payload.getBytes(StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The given type, otherwise the type that the payload has. */
  public String type(byte[] body) {
    if (contentType != null) {
      return contentType;
    }
    if (StrictJson.isOneValue(body)) {
      return "application/json";
    }
    return StrictJson.utf8(body) == null ? "application/octet-stream" : "text/plain";
  }

  /** The headers by name; empty by default. */
  public Map<String, String> headers() {
    return headers;
  }
}
