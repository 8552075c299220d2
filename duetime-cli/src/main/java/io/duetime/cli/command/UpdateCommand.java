package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.repeatable;
import static io.duetime.cli.remote.Param.text;
import static io.duetime.cli.remote.Param.whole;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Gives waiting and dead jobs new values in their places. */
public final class UpdateCommand {
  private static final String JOBS = "/v1/queues/{QUEUE}/jobs";

  /** The fields that select jobs; a state alone is no filter. */
  private static final List<String> FILTERS =
      List.of("tag", "from", "to", "reason", "fingerprint", "errorLike", "all");

  private UpdateCommand() {}

  /** Updates one job by its id, or many by a filter. */
  public static CommandLine update(Terminal terminal) {
    return new CallCommand(
            terminal,
            "update",
            "Give a waiting or dead job new values; its due time and attempts stay.",
            "Without ID: the priority, tags and attempts of the waiting jobs that pass every filter, or"
                + " with --dead of the dead ones.")
        .operand("QUEUE", "The queue.")
        .optional("ID", "The job's id.")
        .optional("PAYLOAD", "The new payload; '-' reads standard input.")
        .options(JobOptions.payload())
        .options(values())
        .options(filter())
        .options(DeadCommands.failure())
        .footer(
            "duetime update orders order-42 '{\"order\":42}' --add-tag checked",
            "duetime update orders --tag customer-7 --priority 10 --dry-run")
        .runs(given -> given.find("ID").isPresent() ? updateOne(given) : updateMany(given));
  }

  private static Param[] values() {
    return new Param[] {
      whole("--priority", "Smaller runs first."),
      repeatable("--set-tag", "TAG", "A tag in place of all the job has; can be repeated.")
          .as("tags"),
      repeatable("--add-tag", "TAG", "A tag to add; can be repeated.").as("addTags"),
      repeatable("--remove-tag", "TAG", "A tag to remove; can be repeated.").as("removeTags"),
      whole("--max-attempts", "Attempts, or unlimited; used ones count, and one remains."),
      text("--backoff", "TIMES", "Delays between attempts: 30s, or 1s,10s,1m, or 1s..1h."),
      text("--expires-at", "MOMENT", "Expires at this moment, which is ahead."),
      text("--expires-after", "TIME", "Expires this long after its first due time."),
      text("--on-expiry", "BURY|DROP", "What happens at its expiry; default: BURY."),
      flag("--no-expiry", "Remove the expiry.").local(),
      flag("--only-waiting", "Leave a dead job as it is.")
    };
  }

  private static Param[] filter() {
    return new Param[] {
      repeatable("--tag", "TAG", "With this tag; with all of several."),
      text("--from", "MOMENT", "Due, or died, at this moment or later."),
      text("--to", "MOMENT", "Due, or died, before this moment."),
      text("--reason", "REASON", "With --dead: EXHAUSTED, BURIED or EXPIRED."),
      flag("--dead", "The dead jobs.").as("state").sending("DEAD"),
      flag("--all", "Every job."),
      flag("--dry-run", "Only count the jobs that pass the filter.").local()
    };
  }

  private static int updateOne(Invocation given) {
    Map<String, Object> fields = given.fields();
    if (given.is("--dry-run")) {
      throw new InvalidRequestException("--dry-run", true, "only with a filter");
    }
    for (String name : Stream.concat(FILTERS.stream(), Stream.of("state")).toList()) {
      if (fields.containsKey(name)) {
        throw new InvalidRequestException(
            "ID", given.text("ID"), "an id, or a filter such as --tag, or --all");
      }
    }
    ServerReply reply =
        given.remote().send("PATCH", given.path(JOBS + "/{ID}"), withBody(given, fields));
    String outcome = reply.json().path("outcome").asString();
    given.print(reply, Stream.of(given.text("ID") + " " + outcome.toLowerCase(Locale.ROOT)));
    return outcome.equals("UPDATED") ? ExitCode.OK : ExitCode.FAILED;
  }

  private static Map<String, Object> withBody(Invocation given, Map<String, Object> fields) {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    if (given.find("PAYLOAD").isPresent() || given.find("--file").isPresent()) {
      byte[] payload = JobOptions.readPayload(given);
      all.put("payloadBase64", Base64.getEncoder().encodeToString(payload));
      all.put("contentType", JobOptions.contentType(given, payload));
    }
    if (!given.pairs("--header").isEmpty()) {
      all.put("headers", given.pairs("--header"));
    }
    if (given.is("--no-expiry")) {
      all.put("expiresAt", null);
    }
    return all;
  }

  private static int updateMany(Invocation given) {
    Map<String, Object> fields = withBody(given, given.fields());
    boolean isDryRun = given.is("--dry-run");
    if (!isDryRun && FILTERS.stream().noneMatch(fields::containsKey)) {
      throw new InvalidRequestException("ID", null, "an id, or a filter such as --tag, or --all");
    }
    String path = given.path(JOBS) + (isDryRun ? "?dryRun=true" : "");
    ServerReply sum = given.ended(given.remote().patient().send("PATCH", path, fields));
    String done = isDryRun ? " to update" : " updated";
    given.print(sum, Stream.of(sum.json().path("changed").asLong() + done));
    return ExitCode.OK;
  }
}
