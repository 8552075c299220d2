/** What the starters of all versions of Spring Boot share: properties, beans and analyses. */
@NullMarked
package io.duetime.spring.boot;

import org.jspecify.annotations.NullMarked;
