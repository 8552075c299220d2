package io.duetime.client.input;

import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.Updated;
import io.duetime.WorkerBuilder;
import io.duetime.engine.Engine;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls methods, and sees what becomes of each value. */
final class MethodCaller {
  private static final Set<ErrorCode> OF_REQUESTS =
      Set.of(ErrorCode.INVALID, ErrorCode.UNKNOWN_STORE, ErrorCode.UNSUPPORTED);

  private final Samples samples;
  private final HostileValues hostile;

  MethodCaller(ClientUnderTest client) {
    this.samples = new Samples(client);
    this.hostile = new HostileValues(samples);
  }

  List<HostileValues.Value> values(Parameter parameter) {
    return hostile.values(parameter);
  }

  /**
   * Calls a method with one value in the place of a sound one; returns the field as which that was
   * refused, empty if it was taken.
   *
   * @throws AssertionError if the call ends otherwise than with an answer or as a request refused
   */
  Optional<String> call(Executable executable, int place, HostileValues.Value value) {
    Parameter[] parameters = executable.getParameters();
    @Nullable Object[] arguments = new Object[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      arguments[i] = i == place ? value.value() : hostile.sound(parameters[i]);
    }
    try {
      return refusalOf(finished(begun(executable, arguments)));
    } catch (InvalidRequestException refused) {
      return checked(executable, value, refused);
    } catch (Throwable fault) {
      throw new AssertionError(
          PublicSurface.name(executable)
              + " with "
              + parameters[place].getName()
              + " = "
              + value.words()
              + " ended in "
              + fault,
          fault);
    }
  }

  private static Optional<String> checked(
      Executable executable, HostileValues.Value value, InvalidRequestException refused) {
    if (!OF_REQUESTS.contains(refused.code())
        || String.valueOf(refused.getMessage()).length() > 500) {
      throw new AssertionError(
          PublicSurface.name(executable) + " with " + value.words() + " says " + refused, refused);
    }
    return Optional.of(refused.field());
  }

  /** What a method answers; one of an engine fails its stage and never throws past it. */
  private @Nullable Object begun(Executable executable, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return invoked(executable, arguments);
    } catch (InvalidRequestException thrown) {
      boolean isOfEngine = executable.getDeclaringClass().isAssignableFrom(Engine.class);
      if (isOfEngine && returnsStage(executable)) {
        throw new IllegalStateException("thrown past the stage", thrown);
      }
      throw thrown;
    }
  }

  private static boolean returnsStage(Executable executable) {
    return executable instanceof Method method && method.getReturnType() == CompletionStage.class;
  }

  private @Nullable Object invoked(Executable executable, @Nullable Object[] arguments)
      throws Throwable {
    try {
      if (executable instanceof Constructor<?> constructor) {
        return constructor.newInstance(arguments);
      }
      boolean isStatic = Modifier.isStatic(executable.getModifiers());
      Object receiver = isStatic ? null : samples.of(executable.getDeclaringClass());
      Method method = (Method) executable;
      method.setAccessible(true);
      return method.invoke(receiver, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  /** The answer of a stage; what a builder builds; nothing stays open. */
  private static @Nullable Object finished(@Nullable Object result) throws Throwable {
    if (result instanceof CompletionStage<?> stage) {
      try {
        return stage.toCompletableFuture().join();
      } catch (CompletionException failed) {
        throw failed.getCause() == null ? failed : failed.getCause();
      }
    }
    if (result instanceof WorkerBuilder<?> builder) {
      builder.start().close();
    } else if (result instanceof AutoCloseable open) {
      open.close();
    } else if (result != null && result.getClass().getSimpleName().equals("Builder")) {
      return built(result);
    }
    return result;
  }

  private static @Nullable Object built(Object builder) throws Throwable {
    try {
      return builder.getClass().getMethod("build").invoke(builder);
    } catch (InvocationTargetException thrown) {
      throw thrown.getTargetException();
    }
  }

  /** Finds the first refused item in what a batch was answered. */
  private static Optional<String> refusalOf(@Nullable Object answer) {
    if (answer instanceof List<?> all) {
      return all.stream().flatMap(item -> refusalOf(item).stream()).findFirst();
    }
    if (answer instanceof Settled settled && settled.outcome() == SettleOutcome.REFUSED) {
      return Optional.of("its outcome");
    }
    DuetimeException refusal = null;
    if (answer instanceof Scheduled one) {
      refusal = one.refusal();
    } else if (answer instanceof Rescheduled one) {
      refusal = one.refusal();
    } else if (answer instanceof Updated one) {
      refusal = one.refusal();
    } else if (answer instanceof Cancelled one) {
      refusal = one.refusal();
    }
    if (refusal == null || refusal instanceof InvalidRequestException) {
      return Optional.ofNullable(refusal)
          .map(invalid -> ((InvalidRequestException) invalid).field());
    }
    throw refusal;
  }
}
