package io.duetime.spring.boot;

import io.duetime.Job;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeRecurring;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Lets a native image call the methods of handlers, and read their payloads from JSON. */
class HandlerHints implements BeanRegistrationAotProcessor {
  private final BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();

  @Override
  public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
    Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
    Collection<Method> methods = MethodIntrospector.selectMethods(type, HandlerHints::handlesJobs);
    return methods.isEmpty()
        ? null
        : (GenerationContext context, BeanRegistrationCode code) ->
            methods.forEach(method -> register(context.getRuntimeHints(), method, type));
  }

  private static boolean handlesJobs(Method method) {
    return AnnotatedElementUtils.hasAnnotation(method, DuetimeListener.class)
        || AnnotatedElementUtils.hasAnnotation(method, DuetimeRecurring.class);
  }

  private void register(RuntimeHints hints, Method method, Class<?> type) {
    hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
    for (int i = 0; i < method.getParameterCount(); i++) {
      Type payload = payload(ResolvableType.forMethodParameter(method, i, type));
      binding.registerReflectionHints(hints.reflection(), payload);
    }
  }

  private static Type payload(ResolvableType parameter) {
    boolean isJob = parameter.resolve() == Job.class;
    return isJob ? parameter.getGeneric(0).getType() : parameter.getType();
  }
}
