package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.file;
import static io.duetime.cli.remote.Param.pairs;
import static io.duetime.cli.remote.Param.repeatable;
import static io.duetime.cli.remote.Param.text;
import static io.duetime.cli.remote.Param.whole;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.wire.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The options that single jobs and recurring definitions share; the server checks them. */
final class JobOptions {
  private JobOptions() {}

  /** Options for everything but the payload; the tags are the field of this name. */
  static Param[] traits(String tags) {
    return new Param[] {
      whole("--priority", "Smaller runs first; default: the queue's, 1024."),
      repeatable("--tag", "TAG", "A tag; can be given 16 times.").as(tags),
      whole("--max-attempts", "Attempts, or unlimited; default: the queue's, 20."),
      text(
          "--backoff",
          "TIMES",
          "Delays between attempts: 30s, or 1s,10s,1m, or 1s..1h (doubling)."),
      text("--expires-after", "TIME", "Expires this long after its due time."),
      text("--on-expiry", "BURY|DROP", "What happens at its expiry; default: BURY."),
      text("--retention", "TIME", "How long it is remembered once it is done or cancelled.")
    };
  }

  /** Options for the payload, its type and its headers. */
  static Param[] payload() {
    return new Param[] {
      file("--file", "Read the payload from a file."),
      text(
              "--content-type",
              "TYPE",
              "The payload's type; default: JSON if it parses as JSON, else text or bytes.")
          .local(),
      pairs("--header", "NAME=VALUE", "A header of the job; can be given 32 times.")
    };
  }

  /** Reads the payload from the file, from the input for {@code -}, or from the operand. */
  static byte[] readPayload(Invocation given) {
    Optional<String> file = given.find("--file");
    if (file.isPresent() && given.find("PAYLOAD").isPresent()) {
      throw new InvalidRequestException("--file", file.get(), "only without PAYLOAD");
    }
    try {
      if (file.isPresent()) {
        return Files.readAllBytes(Path.of(file.get()));
      }
      String payload = given.text("PAYLOAD");
      return payload.equals("-")
          ? given.terminal().in().readAllBytes()
          : payload.getBytes(StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The given type, otherwise the type that the payload has. */
  static String contentType(Invocation given, byte[] payload) {
    return given
        .find("--content-type")
        .orElseGet(() -> {
          if (StrictJson.isOneValue(payload)) {
            return "application/json";
          }
          return StrictJson.utf8(payload) == null ? "application/octet-stream" : "text/plain";
        });
  }
}
