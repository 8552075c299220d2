package io.duetime.cli.server;

import io.duetime.cli.terminal.Terminal;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import io.duetime.server.SettingType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The flags that set up a server: one for each {@link Setting}, and the file. */
final class ServerFlags {
  private final Map<Setting<?>, String> flags = new HashMap<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file with the names of these flags as keys; default: $DUETIME_CONFIG.")
  private @Nullable Path config;

  /** The flags, the environment and the file, in this order. */
  SettingSources sources(Terminal terminal) {
    return new SettingSources(flags, terminal.environment(), Optional.ofNullable(config));
  }

  /** Whether the field of a refusal is a flag, or has its value from a flag. */
  boolean isFlag(String field) {
    return field.startsWith("--")
        || flags.keySet().stream().anyMatch(setting -> setting.key().equals(field))
        || (field.equals("uri") && flags.containsKey(Setting.STORE));
  }

  private <T> OptionSpec option(Setting<T> setting) {
    SettingType<T> type = setting.type();
    OptionSpec.Builder option =
        OptionSpec.builder(setting.flag())
            .description(description(setting))
            .setter(new Setter(setting));
    if (setting.isSwitch()) {
      return option.type(boolean.class).build();
    }
    if (!type.candidates().isEmpty()) {
      option.completionCandidates(type.candidates());
    }
    return option
        .arity("1")
        .paramLabel(type.label())
        .type(type.isFile() ? Path.class : String.class)
        .build();
  }

  private static String description(Setting<?> setting) {
    String help = setting.help();
    String text = help.substring(0, 1).toUpperCase(Locale.ROOT) + help.substring(1);
    String usual = setting.defaultText();
    return text
        + "; "
        + setting.type().allowed()
        + (usual.isEmpty() ? "." : "; default: " + usual + ".");
  }

  /** Keeps what the command line says. */
  private final class Setter implements picocli.CommandLine.Model.ISetter {
    private final Setting<?> setting;

    Setter(Setting<?> setting) {
      this.setting = setting;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable T set(@Nullable T value) {
      return value == null
          ? (T) flags.remove(setting)
          : (T) flags.put(setting, String.valueOf(value));
    }
  }

  /** Gives a command that mixes these flags in one option for each setting. */
  static final class OptionAdder implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      for (CommandSpec mixin : command.mixins().values()) {
        if (mixin.userObject() instanceof ServerFlags flags) {
          Setting.all().forEach(setting -> command.addOption(flags.option(setting)));
        }
      }
      return command;
    }
  }
}
