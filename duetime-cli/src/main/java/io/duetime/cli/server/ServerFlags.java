package io.duetime.cli.server;

import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.server.Setting;
import io.duetime.server.SettingSources;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The flags that set up a server: one for each {@link Setting}, and the file. */
final class ServerFlags {
  private static final String CONFIG = "--config";

  private ServerFlags() {}

  static Param[] params() {
    Param config =
        Param.file(
            CONFIG, "A YAML file with the names of these flags as keys; default: $DUETIME_CONFIG.");
    return Stream.concat(Stream.of(config), Setting.all().stream().map(ServerFlags::param))
        .toArray(Param[]::new);
  }

  private static Param param(Setting<?> setting) {
    String description = description(setting);
    if (setting.isSwitch()) {
      return Param.flag(setting.flag(), description);
    }
    if (setting.type().isFile()) {
      return Param.file(setting.flag(), description);
    }
    Param param = Param.text(setting.flag(), setting.type().label(), description);
    return setting.type().candidates().isEmpty() ? param : param.words(setting.type().candidates());
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

  /** The flags, the environment and the file, in this order. */
  static SettingSources sources(Invocation given) {
    Map<Setting<?>, String> flags = new HashMap<>();
    Setting.all()
        .forEach(
            setting -> given.find(setting.flag()).ifPresent(value -> flags.put(setting, value)));
    return new SettingSources(
        flags, given.terminal().environment(), given.find(CONFIG).map(Path::of));
  }
}
