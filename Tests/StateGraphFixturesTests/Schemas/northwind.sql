CREATE TABLE [Categories](
  [CategoryID] INTEGER PRIMARY KEY AUTOINCREMENT, [CategoryName] TEXT, [Description] TEXT,
  [Picture] BLOB
);
CREATE TABLE [Employees](
  [EmployeeID] INTEGER PRIMARY KEY AUTOINCREMENT, [LastName] TEXT, [BirthDate] DATE,
  [HireDate] DATE, [Photo] BLOB, [ReportsTo] INTEGER,
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employees] ([EmployeeID])
    ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Regions]([RegionID] INTEGER NOT NULL PRIMARY KEY, [RegionDescription] TEXT NOT NULL);
CREATE TABLE [Territories](
  [TerritoryID] TEXT NOT NULL, [TerritoryDescription] TEXT NOT NULL, [RegionID] INTEGER NOT NULL,
  PRIMARY KEY ([TerritoryID]), FOREIGN KEY ([RegionID]) REFERENCES [Regions] ([RegionID])
);
CREATE TABLE [EmployeeTerritories](
  [EmployeeID] INTEGER NOT NULL, [TerritoryID] TEXT NOT NULL,
  PRIMARY KEY ("EmployeeID","TerritoryID"),
  FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID]),
  FOREIGN KEY ([TerritoryID]) REFERENCES [Territories] ([TerritoryID])
);
CREATE TABLE [Orders](
  [OrderID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [EmployeeID] INTEGER, [OrderDate] DATETIME,
  [Freight] NUMERIC DEFAULT 0,
  FOREIGN KEY ([EmployeeID]) REFERENCES [Employees] ([EmployeeID])
);
CREATE TABLE [Products](
  [ProductID] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, [ProductName] TEXT NOT NULL,
  [CategoryID] INTEGER, [UnitPrice] NUMERIC DEFAULT 0, [UnitsInStock] INTEGER DEFAULT 0,
  [ReorderLevel] INTEGER DEFAULT 0, [Discontinued] TEXT NOT NULL DEFAULT '0',
  FOREIGN KEY ([CategoryID]) REFERENCES [Categories] ([CategoryID]),
  CHECK ([UnitPrice]>=(0)), CHECK ([ReorderLevel]>=(0)), CHECK ([UnitsInStock]>=(0))
);
CREATE TABLE [Order Details](
  [OrderID] INTEGER NOT NULL, [ProductID] INTEGER NOT NULL, [UnitPrice] NUMERIC NOT NULL DEFAULT 0,
  [Quantity] INTEGER NOT NULL DEFAULT 1, [Discount] REAL NOT NULL DEFAULT 0,
  PRIMARY KEY ("OrderID","ProductID"),
  CHECK ([Discount]>=(0) AND [Discount]<=(1)), CHECK ([Quantity]>(0)), CHECK ([UnitPrice]>=(0)),
  FOREIGN KEY ([OrderID]) REFERENCES [Orders] ([OrderID]),
  FOREIGN KEY ([ProductID]) REFERENCES [Products] ([ProductID])
);
