package io.duetime.spring.boot;

import io.duetime.Handler;
import io.duetime.Job;
import io.duetime.spring.MisconfiguredException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The parameters of a method that handles jobs.
 *
 * @param payload the type that payloads are decoded to
 * @param payloadAt the place of the payload among the parameters, or -1
 * @param jobAt the place of the job, or -1
 */
record HandlerSignature(Type payload, int payloadAt, int jobAt) {
  private static final int NONE = -1;
  private static final String CONTINUATION = "kotlin.coroutines.Continuation";
  private static final String REMEDY =
      "Give it the payload, a Job<T> of the payload, or both, and the return type void, such as:"
          + " void close(Order order, Job<Order> job)";

  /** Reads a method with {@code @DuetimeListener}. */
  static HandlerSignature ofListener(Method method, Class<?> type) {
    if (method.getName().indexOf('-') >= 0) {
      // Kotlin names it so, and passes the value inside, which would be decoded as another type.
      throw new MisconfiguredException(
          describe(method) + " takes a value class of Kotlin.",
          "Take the value inside it, or a data class.");
    }
    checkReturn(method);
    Type[] parameters = resolved(method, type);
    if (parameters.length == 0 || parameters.length > 2) {
      throw invalid(method, "has " + parameters.length + " parameters");
    }
    boolean isFirstJob = isJob(parameters[0]);
    if (parameters.length == 1) {
      return isFirstJob
          ? checked(method, parameters, NONE, 0)
          : checked(method, parameters, 0, NONE);
    }
    if (isFirstJob == isJob(parameters[1])) {
      throw invalid(method, "takes two " + (isFirstJob ? "jobs" : "payloads"));
    }
    return isFirstJob ? checked(method, parameters, 1, 0) : checked(method, parameters, 0, 1);
  }

  /** Reads a method with {@code @DuetimeRecurring}. */
  static HandlerSignature ofRecurring(Method method, Class<?> type) {
    checkReturn(method);
    Type[] parameters = resolved(method, type);
    boolean fits = parameters.length == 0 || (parameters.length == 1 && isJob(parameters[0]));
    if (!fits) {
      throw new MisconfiguredException(
          describe(method) + " runs at ticks, which have no payload, and takes parameters.",
          "Give it no parameter, or one Job<byte[]>.");
    }
    return new HandlerSignature(byte[].class, NONE, parameters.length - 1);
  }

  /** Returns a handler that calls a method of a bean for a job. */
  Handler<Object> calling(Supplier<Object> bean, Method method) {
    return job -> {
      try {
        method.invoke(bean.get(), arguments(job));
      } catch (InvocationTargetException thrown) {
        ReflectionUtils.rethrowException(thrown.getTargetException());
      }
    };
  }

  private @Nullable Object[] arguments(Job<?> job) {
    @Nullable Object[] arguments = new Object[1 + Math.max(payloadAt, jobAt)];
    if (payloadAt != NONE) {
      arguments[payloadAt] = job.payload();
    }
    if (jobAt != NONE) {
      arguments[jobAt] = job;
    }
    return arguments;
  }

  static String describe(Method method) {
    return ClassUtils.getQualifiedMethodName(method) + "()";
  }

  private static HandlerSignature checked(Method method, Type[] types, int payloadAt, int jobAt) {
    Type ofJob = jobAt == NONE ? null : ofJob(types[jobAt]);
    Type payload = payloadAt == NONE ? ofJob : types[payloadAt];
    if (payload == null || payload instanceof TypeVariable) {
      throw invalid(method, "does not say the type of its payload");
    }
    if (ofJob != null && !text(ofJob).equals(text(payload))) {
      throw invalid(
          method,
          "has a payload and a job of different types: " + text(payload) + ", " + text(ofJob));
    }
    return new HandlerSignature(payload, payloadAt, jobAt);
  }

  private static void checkReturn(Method method) {
    Class<?>[] plain = method.getParameterTypes();
    if (plain.length > 0 && plain[plain.length - 1].getName().equals(CONTINUATION)) {
      throw new MisconfiguredException(
          describe(method) + " is a suspend function of Kotlin.",
          "Make it an ordinary function, which may call others with runBlocking.");
    }
    if (method.getReturnType() != void.class) {
      throw invalid(
          method,
          "returns a value. A job is acknowledged when its method returns, so that a result or a"
              + " stage would be lost");
    }
  }

  private static Type[] resolved(Method method, Class<?> type) {
    Type[] parameters = method.getGenericParameterTypes();
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = GenericTypeResolver.resolveType(parameters[i], type);
    }
    return parameters;
  }

  private static boolean isJob(Type type) {
    return type == Job.class
        || (type instanceof ParameterizedType generic && generic.getRawType() == Job.class);
  }

  private static @Nullable Type ofJob(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type payload = upperBound(generic.getActualTypeArguments()[0]);
      return payload == Object.class ? null : payload;
    }
    return null;
  }

  private static Type upperBound(Type type) {
    return type instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : type;
  }

  /** A type as text, where Kotlin's wildcards and primitive types make no difference. */
  private static String text(Type type) {
    Type bound = upperBound(type);
    if (bound instanceof ParameterizedType generic) {
      return Stream.of(generic.getActualTypeArguments())
          .map(HandlerSignature::text)
          .collect(Collectors.joining(", ", text(generic.getRawType()) + "<", ">"));
    }
    return bound instanceof Class<?> plain
        ? ClassUtils.resolvePrimitiveIfNecessary(plain).getTypeName()
        : bound.getTypeName();
  }

  private static MisconfiguredException invalid(Method method, String problem) {
    return new MisconfiguredException(describe(method) + " " + problem + ".", REMEDY);
  }
}
