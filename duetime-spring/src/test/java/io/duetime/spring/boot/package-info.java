/** Tests of single parts of the configuration. */
@NullMarked
package io.duetime.spring.boot;

import org.jspecify.annotations.NullMarked;
