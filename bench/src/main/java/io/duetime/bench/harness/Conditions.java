package io.duetime.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Where figures were measured, and how fast the machine was at that moment: two times that depend
 * on nothing of ours, and the rate at which the disk says that 4 KiB are safe. Taken before and
 * after, they tell how far the figures can be trusted.
 */
public final class Conditions {
  private static final int PLACES = 16 << 20;
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 4096;

  private Conditions() {}

  /** Describes processor, system, JVM and its flags. */
  public static String machine() {
    Runtime runtime = Runtime.getRuntime();
    return "%s%s %s, %d cores; %s %s, heap %,d MiB, %s"
        .formatted(
            processor(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            runtime.availableProcessors(),
            System.getProperty("java.vm.name"),
            System.getProperty("java.vm.version"),
            runtime.maxMemory() >> 20,
            ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** What Linux calls the processor; empty elsewhere. */
  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.replaceAll(".*:\\s*", "") + "; ")
          .orElse("");
    } catch (IOException other) {
      return "";
    }
  }

  /** Takes and prints the reference figures; lasts about two seconds. */
  public static void print(String when, Path folder, PrintStream out) {
    out.printf(
        "%s: random load %.1f ns, multiply-add %.2f ns, fdatasync %,.0f/s in place, %,.0f/s at the"
            + " end of a growing file, load %.1f%n",
        when,
        randomLoadNanos(),
        nanosEach(100_000_000, number -> number * 1_103_515_245 + 12_345),
        fsyncs(folder, false),
        fsyncs(folder, true),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** A load from a place of the memory that is not known before. */
  public static double randomLoadNanos() {
    int[] cycle = randomCycle();
    return nanosEach(4_000_000, place -> cycle[place]);
  }

  /** Makes a permutation of one cycle: following it visits every place once. */
  private static int[] randomCycle() {
    SplittableRandom random = new SplittableRandom(1);
    int[] cycle = new int[PLACES];
    for (int i = 0; i < PLACES; i++) {
      cycle[i] = i;
    }
    for (int i = PLACES - 1; i > 0; i--) {
      int j = random.nextInt(i);
      int swapped = cycle[i];
      cycle[i] = cycle[j];
      cycle[j] = swapped;
    }
    return cycle;
  }

  /** One step, each waiting for the one before. */
  private static double nanosEach(int times, IntUnaryOperator step) {
    int result = repeat(times / 10, 0, step);
    long start = System.nanoTime();
    result = repeat(times, result, step);
    long nanos = System.nanoTime() - start;
    return (double) nanos / times + (result == -1 ? 1e-9 : 0); // the result is used
  }

  private static int repeat(int times, int from, IntUnaryOperator step) {
    int result = from;
    for (int i = 0; i < times; i++) {
      result = step.applyAsInt(result);
    }
    return result;
  }

  /** How often a second the disk takes 4 KiB and says that they are safe, one after the other. */
  public static double fsyncs(Path parent, boolean growing) {
    try (Scratch folder = Scratch.in(parent);
        FileChannel file =
            FileChannel.open(
                folder.path().resolve("file"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE)) {
      if (!growing) {
        file.write(ByteBuffer.allocate(BLOCK * BLOCKS), 0);
        file.force(true);
      }
      byte[] bytes = new byte[BLOCK];
      new SplittableRandom(1).nextBytes(bytes);
      ByteBuffer block = ByteBuffer.wrap(bytes);
      long start = System.nanoTime();
      long written = 0;
      while (System.nanoTime() - start < 500_000_000) {
        file.write(block.rewind(), (growing ? written : written % BLOCKS) * BLOCK);
        file.force(false);
        written++;
      }
      return written * 1e9 / (System.nanoTime() - start);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
