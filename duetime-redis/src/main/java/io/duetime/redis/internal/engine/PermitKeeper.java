package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimResult;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.Permits.Need;
import io.duetime.redis.internal.engine.Permits.Report;
import io.duetime.redis.internal.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets permits of the limits that the shards of a queue share. The home shard counts the places
 * that each has at most, and grants what is left of them; where nothing is left, the others are
 * asked to give up what they do not use. A shard knows of no more places than the home shard has
 * counted, whatever is cut off: a grant counts before the shard hears of it, and what it gives up
 * is given up there first.
 */
final class PermitKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(PermitKeeper.class);

  /** Rounds of recalls, one more after each in which shards had to be told the settings. */
  private static final int MOST_ROUNDS = 3;

  /** When to ask again where a shard did not say what it has. */
  private static final long ASK_AGAIN_MILLIS = 1_000;

  private final Store store;
  private final ShardCaller caller;
  private final UpkeepNotes upkeep;
  private final SettingsSpreader spreader;
  private final Script grant;
  private final Script recall;
  private final Script returnTokens;

  PermitKeeper(Store store, ShardCaller caller, UpkeepNotes upkeep, ShardOpener opener) {
    this.store = store;
    this.caller = caller;
    this.upkeep = upkeep;
    this.spreader = new SettingsSpreader(store, caller, opener);
    this.grant = store.script("grant");
    this.recall = store.script("recall");
    this.returnTokens = store.script("return_tokens");
  }

  /** Asks for what a claim is short of. */
  CompletionStage<Permits> ask(String queue, Need need) {
    return ask(queue, need, List.of(need.report()), MOST_ROUNDS);
  }

  private CompletionStage<Permits> ask(
      String queue, Need need, List<Report> reports, int roundsLeft) {
    return grant(queue, need.shard(), need.wanted(), need.spare(), reports)
        .thenCompose(answer -> {
          if (answer.isEmpty()) {
            return Stages.done(Permits.none(ClaimResult.NEVER));
          }
          Granted granted = answer.get();
          if (granted.changes > need.changes()) {
            return spreader.spread(queue).thenApply(told -> granted.permits(need, need.now()));
          }
          return granted.holders.isEmpty() || roundsLeft == 0
              ? Stages.done(granted.permits(need, noneUntil(granted, need, reports)))
              : recall(queue, need, granted)
                  .thenCompose(recalled ->
                      ask(queue, need, recalled.reports, recalled.wereBehind ? roundsLeft - 1 : 0));
        });
  }

  private static long noneUntil(Granted granted, Need need, List<Report> reports) {
    if (granted.isAny() || granted.tokenAt > granted.now) {
      return need.here(granted.tokenAt, granted.now);
    }
    long first = need.nextEnd();
    for (Report report : reports) {
      first = Math.min(first, report.nextEnd());
    }
    boolean allSaid = granted.holders.stream().allMatch(holder -> holder.saidIn(reports, granted));
    return allSaid ? first : Math.min(first, need.now() + ASK_AGAIN_MILLIS);
  }

  /** A shard that may have places to spare. */
  private record Holder(ShardId shard, long number, long mayCallOff) {
    /** Whether it has said that it has nothing to spare. */
    boolean saidIn(List<Report> reports, Granted granted) {
      return reports.stream()
          .anyMatch(report ->
              report.shard().equals(shard)
                  && report.isCertain()
                  && report.heard() >= number
                  && report.changes() >= granted.changes);
    }
  }

  /** What the home shard answered. */
  private record Granted(
      long now,
      long changes,
      long number,
      long places,
      long tokens,
      long draw,
      long validUntil,
      long tokenAt,
      List<Holder> holders) {
    static Granted read(Reply reply) {
      Granted granted =
          new Granted(
              reply.number(),
              reply.number(),
              reply.number(),
              reply.number(),
              reply.number(),
              reply.number(),
              reply.number(),
              reply.moment(),
              new ArrayList<>());
      while (reply.hasMore()) {
        granted.holders.add(new Holder(shard(reply.text()), reply.number(), reply.number()));
      }
      return granted;
    }

    boolean isAny() {
      return number > 0 || tokens > 0;
    }

    /** By the clock of the shard in need: the nodes' may differ, and that one judges. */
    Permits permits(Need need, long noneUntil) {
      return new Permits(number, places, tokens, draw, need.here(validUntil, now), noneUntil);
    }
  }

  private static ShardId shard(String name) {
    int dot = name.indexOf('.');
    return new ShardId(
        Integer.parseInt(name.substring(0, dot)), Integer.parseInt(name.substring(dot + 1)));
  }

  private static String name(ShardId shard) {
    return shard.epoch() + "." + shard.index();
  }

  private CompletionStage<Optional<Granted>> grant(
      String queue, ShardId shard, int wanted, long spare, List<Report> reports) {
    List<Report> certain = reports.stream().filter(Report::isCertain).toList();
    Arguments arguments =
        new Arguments().add(name(shard)).add(wanted).add(spare).add(certain.size());
    for (Report report : certain) {
      arguments
          .add(name(report.shard()))
          .add(report.heard())
          .add(report.held())
          .add(report.changes());
    }
    return caller
        .ifThere(store.keys().shard(queue, ShardId.ONLY), grant, arguments)
        .thenApply(answer -> answer.map(Granted::read));
  }

  /** Has shards give up what they do not use; answers what they and the one in need have. */
  private CompletionStage<Recalled> recall(String queue, Need need, Granted granted) {
    CompletionStage<List<Report>> all = Stages.done(new ArrayList<>(List.of(need.report())));
    for (Holder holder : granted.holders) {
      all =
          all.thenCombine(
              recall(queue, holder),
              (before, report) -> {
                before.add(report);
                return before;
              });
    }
    return all.thenCompose(reports ->
        reports.stream().anyMatch(report -> report.changes() < granted.changes)
            ? spreader.spread(queue).thenApply(told -> new Recalled(reports, true))
            : Stages.done(new Recalled(reports, false)));
  }

  /**
   * What shards have said, and whether some of them did not know the settings and know them now.
   */
  private record Recalled(List<Report> reports, boolean wereBehind) {}

  private CompletionStage<Report> recall(String queue, Holder holder) {
    Report unknown =
        new Report(holder.shard, 0, Report.UNCERTAIN, Long.MAX_VALUE, ClaimResult.NEVER);
    return caller
        .makeIfLive(
            store.keys().shard(queue, holder.shard),
            recall,
            new Arguments().add(holder.number).add(holder.mayCallOff))
        .thenApply(answer ->
            answer
                .map(reply -> {
                  upkeep.hear(queue, reply.number(), reply);
                  return Report.read(holder.shard, reply);
                })
                .orElse(unknown))
        .exceptionally(failure -> unknown);
  }

  /** When the home shard will have a token; 0 where no rate stands in the way. */
  CompletionStage<Long> nextTokenAt(String queue) {
    return grant(queue, ShardId.ONLY, 0, 0, List.of())
        .thenApply(answer ->
            answer
                .filter(granted -> granted.tokenAt > granted.now)
                .map(granted -> granted.tokenAt)
                .orElse(0L));
  }

  /** Says how many jobs a claim took with the tokens drawn for it; the others come back. */
  void used(String queue, Permits permits, int taken) {
    if (permits.tokens() > 0) {
      back(queue, permits.draw(), permits.tokens(), permits.tokens() - taken);
    }
  }

  /** Gives tokens back that were not used after all; fewer than 0 were used without being drawn. */
  CompletionStage<Boolean> giveBack(String queue, long tokens) {
    return tokens == 0 ? Stages.done(true) : back(queue, 0, 0, tokens);
  }

  // Tokens that do not get back gather anew, so that losing some is no more than a delay.
  private CompletionStage<Boolean> back(String queue, long draw, long drawn, long tokens) {
    return caller
        .ifThere(
            store.keys().shard(queue, ShardId.ONLY),
            returnTokens,
            new Arguments().add(draw).add(drawn).add(tokens))
        .thenApply(answer -> true)
        .exceptionally(failure -> {
          LOG.debug("{} tokens of {} do not come back", tokens, queue, failure);
          return false;
        });
  }
}
