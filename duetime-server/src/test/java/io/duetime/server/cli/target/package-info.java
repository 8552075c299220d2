@NullMarked
package io.duetime.server.cli.target;

import org.jspecify.annotations.NullMarked;
