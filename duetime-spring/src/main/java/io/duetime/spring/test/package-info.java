/** Virtual time in tests of applications on Spring Boot. */
@NullMarked
package io.duetime.spring.test;

import org.jspecify.annotations.NullMarked;
