package io.duetime.server.problem;

import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import io.duetime.engine.Finding;
import io.duetime.engine.Finding.Verdict;
import io.duetime.engine.server.Documents.Document;
import io.duetime.server.json.JsonTrees;
import io.duetime.server.problem.StoreFacts.Warning;
import io.duetime.wire.JsonShape;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Keeps the warnings of a store: the findings of its self-check that are not OK, and when they
 * began and ended. They are documents, so any server tells them, each with a version.
 */
public final class WarningKeeper {
  static final String COLLECTION = "warnings";

  private static final Logger LOG = LoggerFactory.getLogger(WarningKeeper.class);

  private final Engine engine;

  /** The checks that this server has found not to be OK, until they are again. */
  private final Set<String> troubled = ConcurrentHashMap.newKeySet();

  /** Keeps the warnings in the engine's documents. */
  public WarningKeeper(Engine engine) {
    this.engine = engine;
  }

  /**
   * Checks the store once. To be repeated every half minute.
   *
   * @return false if that failed, for example because the store is away
   */
  public CompletionStage<Boolean> runOnce() {
    return engine
        .selfCheck()
        .thenCombine(
            engine.nowMillis(),
            (findings, now) -> Stages.inTurn(withGone(findings), finding -> note(finding, now)))
        .thenCompose(stage -> stage)
        .handle((noted, failure) -> {
          if (failure != null) {
            LOG.debug("Could not check the store; checking again later", failure);
          }
          return failure == null;
        });
  }

  /** Adds the checks that are no longer made, such as those of a node that has left, as OK. */
  private List<Finding> withGone(List<Finding> findings) {
    Set<String> gone = new HashSet<>(troubled);
    findings.forEach(finding -> gone.remove(finding.check()));
    List<Finding> all = new ArrayList<>(findings);
    gone.forEach(check -> all.add(new Finding(check, Verdict.OK, "no longer checked", "")));
    for (Finding finding : all) {
      if (finding.verdict() == Verdict.OK) {
        troubled.remove(finding.check());
      } else if (finding.verdict() != Verdict.UNKNOWN) {
        troubled.add(finding.check());
      }
    }
    return all;
  }

  private CompletionStage<Boolean> note(Finding finding, long now) {
    if (finding.verdict() == Verdict.UNKNOWN) {
      return Stages.done(false);
    }
    return engine
        .document(COLLECTION, finding.check())
        .thenCompose(found -> note(finding, found, now));
  }

  private CompletionStage<Boolean> note(Finding finding, Optional<Document> found, long now) {
    String before = found.map(WarningKeeper::verdict).orElse(Verdict.OK.name());
    if (before.equals(finding.verdict().name())) {
      return Stages.done(false);
    }
    long version = found.map(Document::version).orElse(Document.ABSENT);
    // Another server may have noted the same meanwhile.
    return engine
        .putDocument(COLLECTION, finding.check(), version, written(finding, now).bytes())
        .thenApply(put -> true);
  }

  private static String verdict(Document document) {
    JsonNode json = JsonTrees.MAPPER.readTree(document.content());
    return json.path("verdict").asString();
  }

  private static JsonShape written(Finding finding, long now) {
    return JsonShape.object(out -> {
      out.writeStringProperty("check", finding.check());
      out.writeStringProperty("verdict", finding.verdict().name());
      out.writeStringProperty("message", finding.message());
      out.writeStringProperty("remedy", finding.remedy());
      JsonShape.moment(out, "since", now);
    });
  }

  /** The documents of the warnings, also of those that are over. */
  public CompletionStage<List<Document>> stored() {
    return engine.documents(COLLECTION, null, Limits.MAX_DOCUMENT_PAGE);
  }

  /** The warnings that are not over, as facts. */
  CompletionStage<List<Warning>> current() {
    return stored().thenApply(page -> page.stream().flatMap(WarningKeeper::warning).toList());
  }

  private static Stream<Warning> warning(Document document) {
    JsonNode json = JsonTrees.MAPPER.readTree(document.content());
    String verdict = json.path("verdict").asString();
    return verdict.equals(Verdict.OK.name())
        ? Stream.empty()
        : Stream.of(
            new Warning(
                json.path("check").asString(),
                verdict.equals(Verdict.FAILURE.name()),
                json.path("message").asString(),
                json.path("remedy").asString(),
                Instant.parse(json.path("since").asString()).toEpochMilli()));
  }
}
