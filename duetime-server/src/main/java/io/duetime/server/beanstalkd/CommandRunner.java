package io.duetime.server.beanstalkd;

import io.duetime.JobState;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.server.AuditEvent;
import io.duetime.server.access.Caller;
import io.duetime.server.access.Role;
import io.duetime.server.beanstalkd.Command.Verb;
import io.duetime.server.beanstalkd.Session.ClientLogin;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the commands of one connection, one at a time. */
final class CommandRunner {
  private static final Logger LOG = LoggerFactory.getLogger(CommandRunner.class);
  private static final String KICKED_NONE = Reply.KICKED + " 0\r\n";
  private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);
  private static final Set<Verb> RECORDED = Set.of(Verb.PAUSE_TUBE, Verb.KICK, Verb.KICK_JOB);

  private final Protocol protocol;
  private final Session session;
  private final ClientLogin login;
  private @Nullable Reserver reserver;
  private boolean produces;
  private boolean works;
  private boolean mayWait = true;

  CommandRunner(Protocol protocol, ClientLogin login) {
    this.protocol = protocol;
    this.login = login;
    this.session = new Session(protocol.tubes, protocol.keeper, login);
    protocol.statistics.connections++;
    protocol.statistics.totalConnections++;
  }

  /** Runs a command and answers it. QUIT and WEB are not answered. */
  CompletableFuture<Buffer> run(Command command) {
    protocol.statistics.count(command.verb());
    if (command.verb() == Verb.AUTH) {
      return Reply.atOnce(login.logIn(command.text()));
    }
    String refusal = refusal(command);
    if (!refusal.isEmpty()) {
      return Reply.atOnce(refusal);
    }
    return audited(command, runAdmitted(command));
  }

  private String refusal(Command command) {
    if (!login.isAdmitted()) {
      return login.refusal();
    }
    if (!login.mayCall()) {
      return Reply.TOO_MANY_REQUESTS;
    }
    if (!isAllowed(command)) {
      return Reply.FORBIDDEN;
    }
    boolean mayRun = command.verb() != Verb.PUT || login.caller().maySchedule(1);
    return mayRun ? "" : Reply.TOO_MANY_REQUESTS;
  }

  private boolean isAllowed(Command command) {
    Role role = command.verb().role;
    return switch (command.verb().scope) {
      case USED -> login.caller().may(role, session.used().name());
      case NAMED -> login.caller().may(role, command.text());
      case ALL -> login.caller().mayEverywhere(role);
      case OPEN -> true;
    };
  }

  private CompletableFuture<Buffer> runAdmitted(Command command) {
    JobCommands jobs = protocol.jobs;
    TubeCommands tubes = protocol.tubeCommands;
    return switch (command.verb()) {
      case PUT -> put(command);
      case RESERVE -> reserve(Reserver.FOR_EVER);
      case RESERVE_WITH_TIMEOUT -> reserve(command.seconds());
      case RESERVE_JOB -> reserveJob(command.id());
      case DELETE -> jobs.delete(session, command.id());
      case RELEASE -> jobs.release(session, command);
      case BURY -> jobs.bury(session, command);
      case PEEK -> jobs.peek(login, command.id());
      case PEEK_READY -> tubes.peekReady(session.used());
      case PEEK_DELAYED -> tubes.peek(session.used(), JobState.DELAYED);
      case PEEK_BURIED -> tubes.peek(session.used(), JobState.DEAD);
      case KICK -> tubes.kick(session.used(), command.count());
      case KICK_JOB -> jobs.kickJob(login, command.id());
      case STATS_JOB -> jobs.stats(session, command.id());
      case STATS_TUBE -> tubes.stats(command.text());
      case STATS -> protocol.stats();
      case LIST_TUBES -> tubes.list(login);
      case PAUSE_TUBE -> tubes.pause(command.text(), command.seconds());
      default -> CompletableFuture.completedFuture(runAtOnce(command));
    };
  }

  /** Runs a command that needs no answer of the store. */
  private Buffer runAtOnce(Command command) {
    return switch (command.verb()) {
      case USE -> {
        session.use(command.text());
        yield Reply.line("USING " + command.text());
      }
      case WATCH -> watching(session.watch(command.text()), Reply.OUT_OF_MEMORY);
      case IGNORE -> watching(session.ignore(command.text()), Reply.NOT_IGNORED);
      case TOUCH -> protocol.jobs.touch(session, command.id());
      case LIST_TUBE_USED -> Reply.line("USING " + session.used().name());
      case LIST_TUBES_WATCHED -> TubeCommands.watched(session);
      default -> Reply.line(command.text());
    };
  }

  private static Buffer watching(int tubes, String refusal) {
    return tubes == 0 ? Reply.line(refusal) : Reply.line("WATCHING", tubes);
  }

  private CompletableFuture<Buffer> put(Command put) {
    if (!produces) {
      produces = true;
      protocol.statistics.producers++;
    }
    return protocol.isDraining()
        ? Reply.atOnce(Reply.DRAINING)
        : protocol.jobs.put(session.used(), put);
  }

  private CompletableFuture<Buffer> reserveJob(long number) {
    becomeWorker();
    return protocol.jobs.reserveJob(session, number);
  }

  private CompletableFuture<Buffer> reserve(long seconds) {
    becomeWorker();
    Reserver next = new Reserver(session, protocol.store, protocol.statistics);
    reserver = next;
    return next.start(mayWait ? seconds : 0)
        .whenComplete((outcome, failure) -> {
          reserver = null;
          next.leave();
        })
        .thenCompose(this::answer);
  }

  private CompletableFuture<Buffer> answer(Reserver.Outcome outcome) {
    ClaimedJob job = outcome.job();
    return job == null ? Reply.atOnce(outcome.answer()) : protocol.jobs.reserved(session, job);
  }

  private void becomeWorker() {
    if (!works) {
      works = true;
      protocol.statistics.workers++;
    }
  }

  /** Ends the wait of a reserve command, and of later ones: the client sends nothing any more. */
  void endWait() {
    mayWait = false;
    if (reserver != null) {
      reserver.end();
    }
  }

  /** Releases the jobs of the connection at once. May be called once. */
  void close() {
    protocol.store.release(session.close());
    endWait();
    Statistics statistics = protocol.statistics;
    statistics.connections--;
    statistics.producers -= produces ? 1 : 0;
    statistics.workers -= works ? 1 : 0;
  }

  /** Records pause-tube, kick and kick-job, if they have changed something or may have: failed. */
  private CompletableFuture<Buffer> audited(Command command, CompletableFuture<Buffer> answer) {
    return RECORDED.contains(command.verb())
        ? answer
            .handle((done, failure) -> failure != null || hasChanged(done))
            .thenCompose(mayHaveChanged -> mayHaveChanged ? record(event(command)) : NOTHING)
            .thenCompose(recorded -> answer)
        : answer;
  }

  private CompletableFuture<Void> record(AuditEvent event) {
    Store store = protocol.store;
    return store
        .here(Stages.call(() -> store.engine().audit(event)))
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

  private AuditEvent event(Command command) {
    Caller caller = login.caller();
    return new AuditEvent(
        caller.name(),
        "beanstalkd " + command.verb().command(),
        switch (command.verb()) {
          case PAUSE_TUBE -> command.text();
          case KICK -> session.used().name();
          default -> null;
        },
        command.verb() == Verb.KICK_JOB ? Long.toUnsignedString(command.id()) : null,
        Map.of("address", caller.address()));
  }
}
