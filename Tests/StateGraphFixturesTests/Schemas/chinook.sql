CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
  CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
CREATE TABLE [Album] (
  [AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL,
  CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
  FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE TABLE [Employee] (
  [EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL,
  [FirstName] NVARCHAR(20) NOT NULL, [ReportsTo] INTEGER, [BirthDate] DATETIME, [HireDate] DATETIME,
  CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
  FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId])
);
CREATE TABLE [Customer] (
  [CustomerId] INTEGER NOT NULL, [Email] NVARCHAR(60) NOT NULL, [SupportRepId] INTEGER,
  CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
  FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId])
);
CREATE TABLE [Invoice] (
  [InvoiceId] INTEGER NOT NULL, [CustomerId] INTEGER NOT NULL, [InvoiceDate] DATETIME NOT NULL,
  [Total] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
  FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId])
);
CREATE TABLE [Track] (
  [TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER,
  [MediaTypeId] INTEGER NOT NULL, [Milliseconds] INTEGER NOT NULL, [UnitPrice] NUMERIC(10,2) NOT NULL,
  CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
  FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]),
  FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId])
);
CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120),
  CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
CREATE TABLE [InvoiceLine] (
  [InvoiceLineId] INTEGER NOT NULL, [InvoiceId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
  [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL,
  CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
  FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]),
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId])
);
CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
  CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId]));
CREATE TABLE [PlaylistTrack] (
  [PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
  CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
  FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]),
  FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId])
);
CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
