package io.duetime.client.input;

import io.duetime.AsyncHandler;
import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.DuetimeProvider;
import io.duetime.Handler;
import io.duetime.JobListener;
import io.duetime.Limits;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Watcher;
import io.duetime.engine.server.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The public methods and constructors with which callers hand values to the library, found in the
 * compiled classes of {@code io.duetime}, {@code io.duetime.engine} and its package {@code server}.
 */
final class PublicSurface {
  /** What callers do not call with values of their own. */
  private static final Set<Class<?>> NOT_CALLED =
      Set.of(
          // Written by callers, called by the library.
          Codec.class,
          AsyncHandler.class,
          Handler.class,
          JobListener.class,
          TimeSource.class,
          TimeSource.Timer.class,
          DuetimeProvider.class,
          EngineProvider.class,
          Watcher.class,
          Watcher.Subscription.class,
          // Passes every call on as it is.
          ForwardingEngine.class,
          // The checks themselves.
          Limits.class);

  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

  private PublicSurface() {}

  /** Every method and constructor that takes a value, by class and name. */
  static List<Executable> executables() {
    List<Class<?>> types = types();
    Set<Class<?>> handedIn = handedIn(types);
    return types.stream()
        .filter(type -> !type.isRecord() || handedIn.contains(type))
        .flatMap(PublicSurface::executables)
        .sorted(Comparator.comparing(PublicSurface::name))
        .toList();
  }

  /** Such as {@code JobQueue.find(String)}. */
  static String name(Executable executable) {
    String type = shortName(executable.getDeclaringClass());
    String name =
        executable instanceof Method method ? type + "." + method.getName() : "new " + type;
    List<String> parameters =
        Arrays.stream(executable.getParameterTypes()).map(PublicSurface::shortName).toList();
    return name + "(" + String.join(", ", parameters) + ")";
  }

  private static String shortName(Class<?> type) {
    String name = type.getTypeName();
    String shorter = name.substring(name.lastIndexOf('.') + 1).replace('$', '.');
    return name.startsWith("io.duetime.engine.") ? "engine." + shorter : shorter;
  }

  private static Stream<Executable> executables(Class<?> type) {
    Stream<Executable> methods =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> !method.isSynthetic() && !OF_EVERY_OBJECT.contains(method.getName()))
            .map(Executable.class::cast);
    Stream<Executable> constructors = Arrays.stream(type.getConstructors());
    return Stream.concat(methods, constructors)
        .filter(each -> Modifier.isPublic(each.getModifiers()))
        .filter(each -> each.getParameterCount() > 0);
  }

  /** The types of values that callers hand in, also as a part of another one. */
  private static Set<Class<?>> handedIn(List<Class<?>> types) {
    Set<Class<?>> found = new LinkedHashSet<>();
    Deque<Class<?>> toDo = new ArrayDeque<>(types.stream().filter(t -> !t.isRecord()).toList());
    while (!toDo.isEmpty()) {
      Class<?> type = toDo.poll();
      executables(type)
          .flatMap(each -> Arrays.stream(each.getGenericParameterTypes()))
          .flatMap(PublicSurface::classes)
          .flatMap(PublicSurface::withKinds)
          .filter(types::contains)
          .filter(found::add)
          .forEach(toDo::add);
    }
    return found;
  }

  private static Stream<Class<?>> classes(Type type) {
    if (type instanceof Class<?> plain) {
      return Stream.of(plain.isArray() ? plain.getComponentType() : plain);
    }
    if (type instanceof ParameterizedType generic) {
      return Stream.concat(
          classes(generic.getRawType()),
          Arrays.stream(generic.getActualTypeArguments()).flatMap(PublicSurface::classes));
    }
    if (type instanceof java.lang.reflect.WildcardType wildcard) {
      return Arrays.stream(wildcard.getUpperBounds()).flatMap(PublicSurface::classes);
    }
    return Stream.empty();
  }

  private static Stream<Class<?>> withKinds(Class<?> type) {
    return type.isSealed()
        ? Stream.concat(Stream.of(type), Arrays.stream(type.getPermittedSubclasses()))
        : Stream.of(type);
  }

  private static List<Class<?>> types() {
    return Stream.of(Duetime.class, Engine.class, Documents.class)
        .flatMap(one -> classesBeside(one).stream())
        .filter(type -> Modifier.isPublic(type.getModifiers()))
        .filter(type -> !type.isEnum() && !DuetimeException.class.isAssignableFrom(type))
        .filter(type -> !NOT_CALLED.contains(type))
        .toList();
  }

  private static List<Class<?>> classesBeside(Class<?> one) {
    String folder = one.getPackageName().replace('.', '/');
    try {
      URI place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
      if (Files.isDirectory(Path.of(place))) {
        return classesIn(Path.of(place).resolve(folder), one.getPackageName());
      }
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place), Map.of())) {
        return classesIn(jar.getPath(folder), one.getPackageName());
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException(malformed);
    }
  }

  private static List<Class<?>> classesIn(Path folder, String packageName) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
          .sorted()
          .<Class<?>>map(name -> load(packageName + "." + name.replace(".class", "")))
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, Duetime.class.getClassLoader());
    } catch (ClassNotFoundException gone) {
      throw new IllegalStateException(gone);
    }
  }
}
