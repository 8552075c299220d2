package io.duetime.bench;

import io.duetime.bench.harness.Conditions;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.Harness;
import io.duetime.bench.harness.Pairs;
import io.duetime.bench.harness.Sizes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command line of the bench. */
@Command(
    name = "bench/run",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description =
        "Measures Duetime beside its peers. Without groups it lists them. Also: bench/run spring."
            + " docs/performance.md has the figures.")
public final class Bench implements Callable<Integer> {
  @Parameters(paramLabel = "GROUP", description = "such as redis/claim, or all of a subject: redis")
  private List<String> choices = new ArrayList<>();

  @Mixin private Sizes sizes = new Sizes();

  @Option(names = "--smoke", description = "as short as shows that it works")
  private boolean isSmoke;

  @Option(names = "--ours", description = "without peers")
  private boolean oursOnly;

  @Option(names = "--json", paramLabel = "FILE", description = "writes the figures of all turns")
  private @Nullable Path json;

  @Option(
      names = "--pairs",
      paramLabel = "CHECKOUT",
      description = "compares this build with another, turn by turn, without peers")
  private @Nullable Path other;

  @Option(names = "--count", defaultValue = "15", description = "how many pairs")
  private int count = 15;

  private List<String> arguments = List.of();

  /** Measures the groups that the arguments name. */
  public static void main(String... args) {
    System.exit(execute(args));
  }

  /** Measures, and returns the exit code. */
  static int execute(String... args) {
    Bench bench = new Bench();
    bench.arguments = List.of(args);
    return new CommandLine(bench).execute(args);
  }

  @Override
  public Integer call() throws Exception {
    if (isSmoke) {
      sizes.shorten();
    }
    List<Group> all = groups(sizes);
    if (choices.isEmpty()) {
      all.forEach(group -> System.out.printf("%-24s %s%n", group.name(), group.title()));
      return 0;
    }
    List<Group> chosen = chosen(all);
    if (other != null) {
      new Pairs(other.toAbsolutePath(), withoutPairs(), System.out).run(count);
      return 0;
    }
    System.setProperty("duetime.redis.server", sizes.server);
    System.out.println(Conditions.machine());
    Conditions.print("before", sizes.folder, System.out);
    Harness harness = new Harness(sizes, oursOnly, System.out);
    boolean hasSucceeded = harness.run(chosen);
    Conditions.print("%nafter".formatted(), sizes.folder, System.out);
    if (json != null) {
      harness.write(json);
    }
    return hasSucceeded ? 0 : 1;
  }

  /** Lists all groups. */
  static List<Group> groups(Sizes sizes) {
    return Stream.of(
            WheelGroups.all(sizes),
            StoreGroups.all(),
            GrowthGroups.all(),
            ServerGroups.all(),
            HttpGroups.all(),
            BeanstalkdGroups.all(),
            HandOverGroups.all())
        .flatMap(List::stream)
        .toList();
  }

  private List<Group> chosen(List<Group> all) {
    for (String choice : choices) {
      if (all.stream().noneMatch(group -> group.isChosenBy(choice))) {
        throw new ParameterException(new CommandLine(this), "no group " + choice);
      }
    }
    return all.stream().filter(group -> choices.stream().anyMatch(group::isChosenBy)).toList();
  }

  private List<String> withoutPairs() {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).equals("--pairs") || arguments.get(i).equals("--count")) {
        i++;
      } else {
        rest.add(arguments.get(i));
      }
    }
    return rest;
  }
}
