package io.duetime.server.beanstalkd;

import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.internal.async.Stages;
import io.duetime.server.access.Caller;
import io.duetime.server.beanstalkd.wire.Command;
import io.duetime.server.beanstalkd.wire.Reply;
import io.duetime.server.beanstalkd.wire.Verb;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records pause-tube, kick and kick-job in the audit log of the store before they are answered. */
final class CommandAudit {
  private static final Logger LOG = LoggerFactory.getLogger(CommandAudit.class);
  private static final String KICKED_NONE = Reply.KICKED + " 0\r\n";
  private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);
  private static final Set<Verb> RECORDED = Set.of(Verb.PAUSE_TUBE, Verb.KICK, Verb.KICK_JOB);

  private final AuditLog log;
  private final Loop loop;

  CommandAudit(AuditLog log, Loop loop) {
    this.log = log;
    this.loop = loop;
  }

  /** Records a command if it is one of those, and has changed something or may have: it failed. */
  CompletableFuture<Buffer> record(
      Command command, Session session, CompletableFuture<Buffer> answer) {
    if (!RECORDED.contains(command.verb())) {
      return answer;
    }
    AuditEvent event = event(command, session);
    return answer
        .handle((done, failure) -> failure != null || hasChanged(done))
        .thenCompose(mayHaveChanged -> mayHaveChanged ? record(event) : NOTHING)
        .thenCompose(recorded -> answer);
  }

  private CompletableFuture<Void> record(AuditEvent event) {
    return loop.here(Stages.call(() -> log.audit(event)))
        .handle((number, failure) -> {
          if (failure != null) {
            LOG.warn("Could not record {} by {}", event.action(), event.actor(), failure);
          }
          return null;
        });
  }

  private static boolean hasChanged(Buffer answer) {
    String line = answer.toString(StandardCharsets.US_ASCII);
    return (line.startsWith(Reply.KICKED) && !line.equals(KICKED_NONE))
        || line.startsWith(Reply.PAUSED);
  }

  private static AuditEvent event(Command command, Session session) {
    Caller caller = session.visitor().caller();
    return new AuditEvent(
        caller.name(),
        "beanstalkd " + command.verb().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        tube(command, session),
        command.verb() == Verb.KICK_JOB ? Long.toUnsignedString(command.id()) : null,
        Map.of("address", caller.address()));
  }

  private static @Nullable String tube(Command command, Session session) {
    return switch (command.verb()) {
      case PAUSE_TUBE -> command.text();
      case KICK -> session.used().name();
      default -> null;
    };
  }
}
