package io.duetime.embedded.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * Works on a store while there are no file descriptors or no memory left. Writes the ids of the
 * jobs whose creation was answered into a journal, and says what else was answered.
 */
final class ExhaustedChild {
  static final String QUEUE = "q";

  private static final int SMALL = 20_000;
  private static final int LARGE = 1 << 20;
  private static final int MOST = 4_000;
  private static final int ROUNDS = 40;
  private static final long PATIENCE_SECONDS = 60;

  private final EmbeddedEngine engine;
  private final FileChannel journal;
  private final Map<String, Integer> answers = new TreeMap<>();
  private int ids;

  private ExhaustedChild(Path store, Path journal) throws IOException {
    this.engine =
        EmbeddedEngine.open(
            store, new EmbeddedOptions(LARGE, 0, 0, 8 << 20, 8 << 20, 100), InstantSource.system());
    this.journal = FileChannel.open(journal, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Takes the store, the journal, and of what there is nothing left. */
  public static void main(String[] arguments) throws Exception {
    boolean isOfDescriptors = arguments[2].equals("descriptors");
    if (isOfDescriptors) {
      loadAll(EmbeddedEngine.class);
      loadAll(Duetime.class);
    }
    ExhaustedChild child = new ExhaustedChild(Path.of(arguments[0]), Path.of(arguments[1]));
    System.out.println("before: " + child.schedule(SMALL));
    if (isOfDescriptors) {
      child.withoutDescriptors();
    } else {
      child.withoutMemory();
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  // From folders, as in a build, classes are loaded by descriptors of their own.
  private static void loadAll(Class<?> one) throws IOException, URISyntaxException {
    Path root = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path part = root.resolve(one.getPackageName().replace('.', '/'));
    if (Files.isDirectory(part)) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          load(root.relativize(file).toString().replace('/', '.').replaceFirst("\\.class$", ""));
        }
      }
    }
  }

  private static void load(String name) {
    try {
      Class.forName(name, false, ExhaustedChild.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError ofAnotherModule) {
      // Those that the tests of another module need are not there.
      return;
    }
  }

  private void withoutDescriptors() throws IOException {
    List<FileInputStream> taken = new ArrayList<>();
    try {
      while (true) {
        taken.add(new FileInputStream("/dev/null"));
      }
    } catch (IOException noneLeft) {
      System.out.println("none left: true");
    }
    String answer = "CREATED";
    for (int i = 0; i < MOST && answer.equals("CREATED"); i++) {
      answer = schedule(SMALL);
    }
    System.out.println("without: " + answer);
    for (FileInputStream one : taken) {
      one.close();
    }
    System.out.println("with them again: " + schedule(SMALL));
  }

  private void withoutMemory() throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      List<Object> held = new ArrayList<>();
      try {
        while (true) {
          held.add(engine.schedule(QUEUE, List.of(job(LARGE)), Durability.FSYNCED));
          held.add(engine.claim(QUEUE, ClaimRequest.of(100, 1)));
        }
      } catch (OutOfMemoryError noneLeft) {
        ids++;
      }
      for (int j = 0; j < held.size(); j++) {
        Object one = held.set(j, "answered");
        answers.merge(outcome((CompletionStage<?>) one), 1, Integer::sum);
      }
    }
    System.out.println("all were answered: " + !answers.containsKey("no answer"));
    System.err.println("answers without memory: " + answers);
    System.out.println("with memory again: " + schedule(SMALL));
  }

  private JobSpec job(int size) {
    String id = "job-" + ids++;
    byte[] payload = new byte[size];
    System.arraycopy(id.getBytes(UTF_8), 0, payload, 0, id.length());
    return JobSpec.builder(id, JobBody.of(payload), DueTime.at(0)).build();
  }

  private String schedule(int size) throws IOException {
    return outcome(engine.schedule(QUEUE, List.of(job(size)), Durability.FSYNCED));
  }

  private String outcome(CompletionStage<?> answer) throws IOException {
    try {
      Object got = answer.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!(got instanceof List<?> list) || !(list.get(0) instanceof Scheduled scheduled)) {
        return "claimed";
      }
      if (scheduled.outcome() == ScheduleOutcome.CREATED) {
        journal.write(ByteBuffer.wrap((scheduled.id() + "\n").getBytes(UTF_8)));
      }
      return scheduled.outcome().name();
    } catch (TimeoutException silent) {
      return "no answer";
    } catch (ExecutionException | CompletionException | InterruptedException failed) {
      Throwable cause = failed.getCause();
      return cause instanceof DuetimeException failure
          ? failure.code().name()
          : String.valueOf(cause).replaceFirst(":.*", "");
    }
  }
}
